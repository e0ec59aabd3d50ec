import { useEffect, useState } from 'react'
import { signTogetherCalls } from '../../../../../domain/calls/sign-together.ts'
import { signatureMeanings } from '../../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../../domain/fault.ts'
import { seriesText } from '../../../../../domain/rules/sign-together.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { errorTexts, faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { hashOf } from '../../../../local/blobs.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { inOneLine } from '../../../../parts/form/in-one-line.ts'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import {
  proofFields,
  SignatureProof,
  useSignatureProof,
} from '../../../../record/SignatureProof.tsx'
import { forgetOpened, type OpenedRun } from '../../../../state/opened-runs.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { account } from '../../../../state/session.ts'
import { keepMeaning, type Meaning, readMeaning } from '../../../../state/signature-meaning.ts'
import { showToast } from '../../../../state/toasts.ts'
import detail from '../Detail.module.css'
import { RunsToSign } from './RunsToSign.tsx'

/** Sign several opened runs by one proof of the person: each is listed with what its signature covers (21 CFR 11.200). */
export function SignTogetherDialog(props: {
  runs: readonly OpenedRun[]
  onClose: () => void
  onSigned: () => void
}) {
  const [runs, setRuns] = useState(props.runs)
  const signing = useSigning(runs, props.onSigned)
  const { refused, fault, first, isOfProof, meaning, proof, asked } = signing
  const [isRemembered] = useState(meaning !== '')
  const field = first?.field ?? 'password'
  return (
    <Dialog
      open
      title={t('together.title', { count: runs.length })}
      role="alertdialog"
      size="large"
      onClose={props.onClose}
      onSubmit={() => void signing.sign()}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="lock"
            busy={signing.busy}
            disabledReason={refuseToSign(runs.length, refused.size, signing.hash)}
          >
            {t('together.action', { count: runs.length })}
          </Button>
        </>
      }
    >
      <div className={detail.form}>
        <p>{t('together.text')}</p>
        {refused.size > 0 && <Notice kind="warning">{t('together.refused')}</Notice>}
        <RunsToSign
          runs={runs}
          refused={refused}
          onLeaveOut={(uuid) => {
            setRuns(runs.filter(({ record }) => record.uuid !== uuid))
            signing.leaveOut(uuid)
          }}
        />
        {fault !== null && !isOfProof && refused.size === 0 && (
          <Notice kind="error">{errorTexts(fault).join(' ')}</Notice>
        )}
        <SelectField
          label={t('validate.meaning')}
          value={meaning}
          required
          placeholder={t('validate.meaning.choose')}
          error={asked && !meaning ? t('validate.meaning.missing') : null}
          choices={signatureMeanings.map((one) => ({
            value: one,
            label: t(`validate.meaning.${one}`),
          }))}
          onChange={(one) => signing.setMeaning(one as Meaning)}
        />
        <TextAreaField
          label={t('validate.comment')}
          value={signing.comment}
          rows={2}
          maxLength={1000}
          onChange={signing.setComment}
        />
        <SignatureProof
          proof={proof}
          autoFocus={isRemembered}
          label={t('validate.password')}
          hint={t('validate.password.hint', { name: account.value?.name ?? '' })}
          missing={t('validate.password.missing')}
          tried={asked}
          refused={isOfProof && first ? { [field]: faultText(first) } : {}}
        />
      </div>
    </Dialog>
  )
}

/** Return why the runs cannot be signed yet; null if they can. */
function refuseToSign(count: number, refused: number, hash: string): string | null {
  if (count < 2) return t('together.few')
  if (refused > 0) return t('together.refused')
  return hash ? null : t('parts.loading')
}

/** Hold what is filled in for the signatures, send it, and say what was wrong with which run. */
function useSigning(runs: readonly OpenedRun[], onSigned: () => void) {
  const user = account.value?.uuid ?? ''
  const [meaning, setMeaning] = useState<Meaning | ''>(() => readMeaning(user))
  const [comment, setComment] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const hash = useSeriesHash(runs)
  const proof = useSignatureProof(hash)
  const sign = async () => {
    setAsked(true)
    if (!meaning || !proof.isComplete || !hash || busy) return
    setBusy(true)
    setFault(null)
    const series = listSeries(runs)
    const body = { ...proof.body, meaning, comment: inOneLine(comment), runs: series }
    try {
      const signed = await call(signTogetherCalls.sign, { body }, { opId: makeUuid() })
      keepMeaning(user, meaning)
      forgetOpened(signed.map(({ uuid }) => uuid))
      resyncRecords()
      showToast('done', t('together.done', { count: signed.length }))
      onSigned()
    } catch (failure) {
      setFault(failure)
      setRefused(listRefused(failure, series))
      proof.noteFailure(failure)
      setBusy(false)
    }
  }
  const leaveOut = (uuid: string) => {
    setRefused(new Map([...refused].filter(([one]) => one !== uuid)))
    setFault(null)
  }
  const first = fault instanceof Fault ? fault.first : null
  const isOfProof = proofFields.includes(first?.field ?? '') || first?.code === 'wrong_credentials'
  return {
    meaning,
    setMeaning,
    comment,
    setComment,
    proof,
    asked,
    busy,
    hash,
    fault,
    first,
    isOfProof,
    refused,
    leaveOut,
    sign,
  }
}

const listSeries = (runs: readonly OpenedRun[]) =>
  runs.map(({ record: { uuid }, record_hash }) => ({ uuid, record_hash }))

/** Return the hash of the list, which a proof at the provider is bound to; empty until it is made. */
function useSeriesHash(runs: readonly OpenedRun[]): string {
  const [made, setMade] = useState({ hash: '', runs })
  useEffect(() => {
    let gone = false
    const text = new TextEncoder().encode(seriesText(listSeries(runs)))
    void hashOf(text).then((hash) => gone || setMade({ hash, runs }))
    return () => {
      gone = true
    }
  }, [runs])
  return made.runs === runs ? made.hash : ''
}

/** Return what the service said about each run, by its uuid: `runs.3` is the fourth of those that were sent. */
function listRefused(
  failure: unknown,
  series: readonly { uuid: string }[],
): ReadonlyMap<string, string> {
  if (!(failure instanceof Fault)) return new Map()
  return new Map(
    failure.details.flatMap((refusal) => {
      const [, index] = /^runs\.(\d+)/.exec(refusal.field ?? '') ?? []
      const run = index === undefined ? undefined : series[Number(index)]
      return run ? [[run.uuid, faultText(refusal)] as const] : []
    }),
  )
}
