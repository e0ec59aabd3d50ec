import { useEffect, useState } from 'react'
import { recipeCalls } from '../../../../domain/calls/recipes.ts'
import { canonicalJson } from '../../../../domain/canonical.ts'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import { Fault } from '../../../../domain/fault.ts'
import {
  type OpenVersion,
  openVersion,
  signedVersion,
} from '../../../../domain/rules/recipe-version.ts'
import { call } from '../../../client/call.ts'
import { FigureTable } from '../../../entities/recipe/FigureTable.tsx'
import { t } from '../../../i18n/intl.ts'
import { hashOf } from '../../../local/blobs.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { inOneLine } from '../../../parts/form/in-one-line.ts'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../../../record/SignatureProof.tsx'
import { localTime } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { Evidence, useComparing } from './evidence/Evidence.tsx'
import type { Shown } from './evidence/Figures.tsx'
import { VersionChanges } from './VersionChanges.tsx'

/** Approving is signing: shows exactly what is signed, and asks for the password again (decision 34). */
export function ApproveVersionDialog(props: {
  recipe: Recipe
  open: OpenVersion
  onClose: () => void
}) {
  // Sign the version that was on the screen when the dialog opened, with the comparison that is added here.
  const [{ recipe, open }, setShown] = useState<Shown>(props)
  const { name, uuid } = recipe
  const { version } = open
  const [comment, setComment] = useState('')
  const hash = useVersionHash(recipe, open)
  const proof = useSignatureProof(hash)
  const sending = useSending(proofFields)
  const approve = async () => {
    const body = {
      ...proof.body,
      meaning: 'approval' as const,
      comment: inOneLine(comment),
      record_hash: hash,
    }
    const done = await sending.send(
      proof.isComplete && hash !== '',
      async (opId) => {
        try {
          await call(recipeCalls.approveVersion, { params: { id: uuid }, body }, { opId })
        } catch (error) {
          if (error instanceof Fault && error.code === 'stale') resyncRecords()
          proof.noteFailure(error)
          throw error
        }
      },
      body,
    )
    if (!done) return
    resyncRecords()
    showToast('done', t('versions.done.approve', { name, version }))
    props.onClose()
  }
  return (
    <FormDialog
      title={t('versions.approve.title', { name, version })}
      submit={t('versions.act.approve')}
      wide="table"
      sending={sending}
      onSubmit={() => void approve()}
      onClose={props.onClose}
    >
      <p>{t('versions.approve.text')}</p>
      <VersionChanges recipe={recipe} open={open} />
      <SignedFigures open={open} />
      <OwnComparison {...{ recipe, open }} onKept={setShown} />
      <FactList facts={listFacts(open, hash)} />
      <TextAreaField
        label={t('versions.approve.comment')}
        value={comment}
        rows={2}
        maxLength={1000}
        onChange={setComment}
      />
      <SignatureProof
        proof={proof}
        label={t('versions.approve.password')}
        hint={t('versions.approve.passwordHint', { name: account.value?.name ?? '' })}
        missing={t('versions.approve.passwordMissing')}
        tried={sending.tried}
        refused={sending.refused}
        onChange={() => sending.forget()}
      />
    </FormDialog>
  )
}

/** Show the figures of the verification that are signed. */
function SignedFigures({ open }: { open: OpenVersion }) {
  const { figures } = open.release
  if (!figures) return null
  return (
    <section>
      <h3>{t('versions.figures.title')}</h3>
      <FigureTable figures={figures} />
    </section>
  )
}

/** Show the comparisons that are signed, and let the person add their own, which the signature then covers. */
function OwnComparison(props: {
  recipe: Recipe
  open: OpenVersion
  onKept: (shown: Shown) => void
}) {
  const { recipe, open, onKept } = props
  const comparing = useComparing()
  const { busy, others, send } = useSending([])
  const made = comparing.made === 'none' ? null : comparing.made
  const keep = () =>
    send(
      made !== null,
      async (opId) => {
        if (!made) return
        const parts = { params: { id: recipe.uuid }, body: made }
        const after = await call(recipeCalls.compareVersion, parts, { opId })
        const now = openVersion(after, new Date().toISOString())
        if (now) onKept({ recipe: after, open: now })
        comparing.end()
        resyncRecords()
      },
      made,
    )
  return (
    <Evidence {...{ recipe, open, comparing }}>
      {others.length > 0 && <p role="alert">{others.join(' ')}</p>}
      <div>
        <Button
          busy={busy}
          disabledReason={made ? null : t('versions.bench.busy')}
          onClick={() => void keep()}
        >
          {t('versions.bench.add')}
        </Button>{' '}
        <Button onClick={comparing.end}>{t('versions.bench.leave')}</Button>
      </div>
    </Evidence>
  )
}

/** List what the signature covers beside the content. */
function listFacts({ release }: OpenVersion, hash: string) {
  const { authors, evidence, effective_from: from } = release
  return [
    [t('versions.written'), authors.map(({ name }) => name).join(', ')],
    [t('versions.evidence'), evidence],
    [
      t('versions.send.from'),
      from ? t('versions.fromDay', { from: localTime(from) }) : t('versions.atOnce'),
    ],
    [t('versions.approve.hash'), hash ? `${hash.slice(0, 16)}…` : '…'],
  ] as const
}

/** Hash that the signature of a version covers; empty until it is made. */
function useVersionHash(recipe: Recipe, open: OpenVersion): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    let gone = false
    const content = new TextEncoder().encode(canonicalJson(signedVersion(recipe, open)))
    void hashOf(content).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [recipe, open])
  return hash
}
