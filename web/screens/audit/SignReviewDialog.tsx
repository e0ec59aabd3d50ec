import { useEffect, useState } from 'react'
import { addDays, localDay, openZone } from '../../../domain/calendar.ts'
import { auditCalls, type QueueRow } from '../../../domain/calls/audit.ts'
import type { AuditReview } from '../../../domain/entities/audit-review.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Loader } from '../../parts/progress/Loader.tsx'
import { SignFields, useContentHash, useSignature } from '../../record/SignFields.tsx'
import { localTime, localZone } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import { ReviewCounts } from './SignedReviews.tsx'
import { clearedFilter, readEntries } from './use-entries.ts'

/**
 * Sign the review of a period: prepared by the service up to a day or to now, then signed as it is on the screen. Where
 * entries wait for a word, begin with the day before the first of them.
 */
export function SignReviewDialog(props: {
  unread: readonly QueueRow[]
  onDone: () => void
  onClose: () => void
}) {
  const { unread, onDone, onClose } = props
  // Begin undefined until it is chosen: the list may be on its way back from the last word.
  const [chosen, setUntil] = useState<number | null>()
  const until = chosen === undefined ? dayBefore(unread) : chosen
  const { review, failure, prepareAgain } = usePrepared(until)
  const hash = useContentHash(review)
  const signature = useSignature()
  const sending = useSending(['password', 'code'])
  const submit = async () => {
    const sign = async (opId: string) => {
      if (!review) return
      const body = { ...signature.bodyOf(hash), meaning: 'review' } as const
      try {
        const parts = { params: { id: review.uuid }, body }
        await signature.send(() => call(auditCalls.sign, parts, { opId }))
      } catch (error) {
        if (error instanceof Fault && error.code === 'stale') prepareAgain()
        throw error
      }
      showToast('done', t('trail.signing.done', { number: review.number }))
    }
    if (!(await sending.send(hash !== '' && signature.password !== '', sign))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('trail.sign')}
      submit={t('record.sign.submit')}
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
      {unread.length > 0 && (
        <Notice kind="info">{t('trail.why.unread', { count: unread.length })}</Notice>
      )}
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!review && failure.length === 0 && <Loader message={t('trail.signing.preparing')} />}
      {review && <PreparedFacts review={review} hash={hash} />}
      <SignFields signature={signature} sending={sending} />
    </FormDialog>
  )
}

/** Return the day before the first entry that waits for a word; null where none waits. */
function dayBefore(unread: readonly QueueRow[]): number | null {
  if (unread.length === 0) return null
  const first = Math.min(...unread.map(({ at }) => Date.parse(at)))
  return addDays(localDay(first, openZone(localZone())), -1)
}

/** @param props.hash of the content that the signature covers. */
function PreparedFacts({ review, hash }: { review: AuditReview; hash: string }) {
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
          [t('record.sign.hash'), `${hash.slice(0, 16)}…`],
        ]}
      />
      <ReviewCounts review={review} />
    </>
  )
}

/** Have the review prepared up to the end of a day, or to now. */
function usePrepared(until: number | null) {
  const [review, setReview] = useState<AuditReview | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setReview(null)
    setFailure([])
    prepare(until, stop.signal).then(
      (made) => stop.signal.aborted || setReview(made),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(sayFailure(error))
      },
    )
    return () => stop.abort()
  }, [until, round])
  return { review, failure, prepareAgain: () => setRound((before) => before + 1) }
}

/** Reason of the service for an entry that was signed before. */
const beforePeriod = 'entry_not_in_review'

function sayFailure(error: unknown): string[] {
  const isEarly = error instanceof Fault && error.first.reason === beforePeriod
  return isEarly ? [t('trail.signing.early')] : errorTexts(error)
}

async function prepare(until: number | null, signal: AbortSignal): Promise<AuditReview> {
  const last =
    until === null ? null : (await readEntries({ ...clearedFilter, to: until }, 1, signal)).rows[0]
  if (until !== null && !last) {
    throw new Fault('refused', 'No entry is as old', { reason: beforePeriod })
  }
  const body = last ? { to_entry: last.seq } : {}
  return call(auditCalls.prepare, { body }, { signal, opId: makeUuid() })
}
