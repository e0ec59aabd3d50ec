import { useEffect, useState } from 'react'
import { auditCalls } from '../../../domain/calls/audit.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { AuditReview } from '../../../domain/entities/audit-review.ts'
import { Fault } from '../../../domain/fault.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { hashOf } from '../../local/blobs.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { CodeField } from '../../parts/form/CodeField.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { inOneLine } from '../../parts/form/in-one-line.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Loader } from '../../parts/progress/Loader.tsx'
import { localTime } from '../../state/local-time.ts'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import { ReviewCounts } from './SignedReviews.tsx'
import { clearedFilter, readEntries } from './use-entries.ts'

/** Sign the review of a period: prepared by the service up to a day or to now, then signed as it is on the screen. */
export function SignReviewDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [until, setUntil] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const { prepared, failure, prepareAgain } = usePrepared(until)
  const sending = useSending(['password', 'code'])
  const submit = async () => {
    const sign = async (opId: string) => {
      if (!prepared) return
      const signature = { password, ...(code.trim() && { code: code.trim() }) }
      const body = { ...signature, meaning: 'review', comment: inOneLine(comment) } as const
      const { review, hash: record_hash } = prepared
      const parts = { params: { id: review.uuid }, body: { ...body, record_hash } }
      try {
        await call(auditCalls.sign, parts, { opId })
      } catch (error) {
        if (error instanceof Fault && error.first.field === 'code') setCodeAsked(true)
        if (error instanceof Fault && error.code === 'stale') prepareAgain()
        // A code is good once.
        setCode('')
        throw error
      }
      showToast('done', t('trail.signing.done', { number: review.number }))
    }
    if (!(await sending.send(Boolean(prepared && password), sign))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('trail.sign')}
      submit={t('trail.signing.submit')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('trail.signing.text')}</p>
      <DateField
        label={t('trail.signing.until')}
        hint={t('trail.signing.untilHint')}
        value={until}
        onChange={setUntil}
      />
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!prepared && failure.length === 0 && <Loader message={t('trail.signing.preparing')} />}
      {prepared && <PreparedFacts {...prepared} />}
      <TextAreaField
        label={t('trail.signing.comment')}
        value={comment}
        rows={2}
        maxLength={500}
        onChange={setComment}
      />
      <PasswordField
        label={t('trail.signing.password')}
        hint={t('trail.signing.passwordHint', { name: account.value?.name ?? '' })}
        value={password}
        required
        error={
          sending.refused['password'] ??
          (sending.tried && !password ? t('trail.signing.passwordMissing') : null)
        }
        onChange={(text) => {
          setPassword(text)
          sending.forget('password')
        }}
      />
      {codeAsked && (
        <CodeField value={code} tried={false} error={sending.refused['code']} onChange={setCode} />
      )}
    </FormDialog>
  )
}

interface Prepared {
  review: AuditReview
  /** Hash of the content that the signature covers. */
  hash: string
}

function PreparedFacts({ review, hash }: Prepared) {
  const { number, from_entry: from, to_entry: to, from_at, to_at } = review
  return (
    <>
      <FactList
        facts={[
          [
            t('trail.signing.period'),
            t('trail.period', {
              number,
              from,
              to,
              begin: localTime(from_at, 'date'),
              end: localTime(to_at, 'date'),
            }),
          ],
          [t('trail.hash'), `${hash.slice(0, 16)}…`],
        ]}
      />
      <ReviewCounts review={review} />
    </>
  )
}

/** Have the review prepared up to the end of a day, or to now. */
function usePrepared(until: number | null) {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setPrepared(null)
    setFailure([])
    prepare(until, stop.signal).then(
      (made) => stop.signal.aborted || setPrepared(made),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [until, round])
  return { prepared, failure, prepareAgain: () => setRound((before) => before + 1) }
}

async function prepare(until: number | null, signal: AbortSignal): Promise<Prepared> {
  const last =
    until === null ? null : (await readEntries({ ...clearedFilter, to: until }, 1, signal)).rows[0]
  if (until !== null && !last) {
    throw new Fault('refused', 'No entry is as old', { reason: 'nothing_left' })
  }
  const body = last ? { to_entry: last.seq } : {}
  const review = await call(auditCalls.prepare, { body }, { signal, opId: makeUuid() })
  const bytes = new TextEncoder().encode(canonicalJson(contentSigned(review)))
  return { review, hash: await hashOf(bytes) }
}
