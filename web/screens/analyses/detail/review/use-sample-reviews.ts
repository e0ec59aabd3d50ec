import { useEffect, useRef, useState } from 'react'
import { analysisCalls } from '../../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { SampleDecision, SampleVerdict } from '../../../../../domain/entities/sample-review.ts'
import { reviewOf, staleReviews } from '../../../../../domain/rules/sample-review.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { namesOf } from './name-samples.ts'

/** A word as it is wanted; what was seen there is put to it as it is sent. */
type Wanted = Omit<SampleDecision, 'seen'>

export interface SampleReviews {
  /** The record with the newest words, also before the local database has them. */
  record: Analysis
  busy: boolean
  error: unknown
  /** Text of the last action, for a live region. */
  said: string
  canUndo: boolean
  say: (text: string) => void
  /** True when it went through; else `error` says why not. */
  decide: (samples: readonly string[], verdict: SampleVerdict, reason: string) => Promise<boolean>
  undo: () => void
  /** Words on earlier results: said again of the newest, or taken back. */
  keepStale: () => void
  dropStale: () => void
}

/**
 * Send the decisions of a reviewer on single samples. One call follows the other, each based on the answer of the one before:
 * people who work with keys are faster than the network.
 */
export function useSampleReviews(record: Analysis): SampleReviews {
  const { latest, now, keep } = useLatest(record)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [said, setSaid] = useState('')
  const [done, setDone] = useState<readonly (readonly Wanted[])[]>([])
  const line = useRef<Promise<unknown>>(Promise.resolve())

  const send = async (wanted: readonly Wanted[]): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      keep(await sendDecisions(now.current, wanted))
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(false)
      resyncRecords()
    }
  }
  const inLine = (work: () => Promise<boolean>): Promise<boolean> => {
    const next = line.current.then(work)
    line.current = next
    return next
  }
  const put = (wanted: readonly Wanted[], words: string) =>
    inLine(async () => {
      const before = wanted.map(({ sample_uuid }) => standing(now.current, sample_uuid))
      if (wanted.length === 0 || !(await send(wanted))) return false
      setDone((steps) => [...steps, before])
      setSaid(words)
      return true
    })
  const stale = () => staleReviews(now.current)
  return {
    record: latest,
    busy,
    error,
    said,
    canUndo: done.length > 0,
    say: setSaid,
    decide: (samples, verdict, reason) => {
      const names = namesOf(latest, samples)
      const words = t('verdict.said', { names, verdict: t(`call.${verdict}`) })
      return put(
        samples.map((sample_uuid) => ({ sample_uuid, verdict, reason })),
        words,
      )
    },
    undo: () => {
      const last = done.at(-1)
      if (!last) return
      setDone((steps) => steps.slice(0, -1))
      const names = namesOf(
        latest,
        last.map(({ sample_uuid }) => sample_uuid),
      )
      void inLine(async () => {
        const sent = await send(last)
        if (sent) setSaid(t('verdict.undone', { names }))
        return sent
      })
    },
    keepStale: () => {
      const again = stale().map(({ sample_uuid, verdict, reason }) => {
        return { sample_uuid, verdict, reason }
      })
      void put(again, t('verdict.stale.keep'))
    },
    dropStale: () => {
      const dropped = stale().map(({ sample_uuid }) => ({ sample_uuid, verdict: null }))
      void put(dropped, t('verdict.stale.drop'))
    },
  }
}

/** Return the record of the edge's latest answer, until the local database has it. */
function useLatest(record: Analysis) {
  const [answer, setAnswer] = useState<Analysis | null>(null)
  const latest = answer && answer.updated_at > record.updated_at ? answer : record
  const now = useRef(latest)
  useEffect(() => {
    now.current = latest
  }, [latest])
  const keep = (made: Analysis) => {
    now.current = made
    setAnswer(made)
  }
  return { latest, now, keep }
}

async function sendDecisions(record: Analysis, wanted: readonly Wanted[]): Promise<Analysis> {
  const decisions = wanted.map((one): SampleDecision => {
    return { ...one, seen: reviewOf(record, one.sample_uuid)?.at ?? null }
  })
  const body = { result_hash: record.results.at(-1)?.hash ?? '', decisions }
  const parts = { params: { id: record.uuid }, body }
  return call(analysisCalls.reviewSamples, parts, { opId: makeUuid() })
}

/** Return the present review of a sample, so that undo can restore it. */
function standing(record: Analysis, sample_uuid: string): Wanted {
  const review = reviewOf(record, sample_uuid)
  return { sample_uuid, verdict: review?.verdict ?? null, reason: review?.reason ?? '' }
}
