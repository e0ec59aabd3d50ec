import { effect, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { RecallHold } from '../../domain/entities/recall.ts'
import { Fault, isUnanswered } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { calls } from './mode.ts'

/** Holds of recalls, by analysis; null: nothing holds it. Of one that was not asked for there is no entry. */
const known = signal<ReadonlyMap<string, RecallHold | null>>(new Map())
const wanted = new Set<string>()
/** As many as the service answers at once. */
const atOnce = 100

/**
 * Return the recall that holds an analysis; null for none, for one without an id, which is not saved, and until the service has
 * answered. Asked again when the record changes, when the page is looked at, and when the service is back after no answer came: the
 * service refuses in any case what a recall holds.
 */
export function useRecallHold(analysis: { uuid: string; updated_at: string }): RecallHold | null {
  useSignals()
  const { uuid, updated_at } = analysis
  useEffect(() => {
    if (uuid === '') return undefined
    const look = () => {
      if (document.visibilityState === 'visible') want(uuid)
    }
    want(uuid)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [uuid, updated_at])
  return known.value.get(uuid) ?? null
}

/** Ask once for all that one page wants, and for all rows that a list shows while somebody scrolls. */
function want(uuid: string): void {
  if (wanted.size === 0) setTimeout(() => void ask(), 100)
  wanted.add(uuid)
}

async function ask(): Promise<void> {
  const all = [...wanted]
  wanted.clear()
  try {
    for (let first = 0; first < all.length; first += atOnce) {
      await askFor(all.slice(first, first + atOnce))
    }
  } catch (error) {
    // Ask again only once the service is back: the page may be open all day while nothing answers (decisions R4). The row of the contract may not
    // have come either.
    if (!(error instanceof Fault) || isUnanswered(error)) askWhenBack(all)
  }
}

async function askFor(uuids: string[]): Promise<void> {
  // Fetch it when the list is drawn: with all that a recall can say, it is as large as half of the list.
  const { recallCalls } = await import('../../domain/calls/recalls.ts')
  const found = await call(recallCalls.holds, { body: { uuids } }, { background: true, once: true })
  const holds = new Map(found.map((hold) => [hold.analysis_uuid, hold]))
  known.value = new Map([
    ...known.peek(),
    ...uuids.map((uuid) => [uuid, holds.get(uuid) ?? null] as const),
  ])
}

/** Ask for analyses once more when the service has answered another call. */
function askWhenBack(uuids: readonly string[]): void {
  const failedAt = calls.peek().answeredAt
  const stop = effect(() => {
    if (calls.value.answeredAt === failedAt) return
    stop()
    uuids.forEach(want)
  })
}
