import { type ReadonlySignal, signal } from '@preact/signals-react'
import { keepItem } from '../keep-item.ts'

/** Analyses that a reviewer goes through, in their order when the first was opened. */
export interface ReviewQueue {
  /** Whose: another account in the same tab has none of it. */
  user: string
  uuids: readonly string[]
  /** Address of the list with its filters. */
  back: string
  /** The one that was looked at last, to come back to in the list. */
  last?: string | null
}

const key = 'review-queue'
const going = signal<ReviewQueue | null>(readKept())

/** Queue of the review, kept through a reload of this tab; its order does not change during the review. */
export const reviewQueue: ReadonlySignal<ReviewQueue | null> = going

export function startReview(queue: ReviewQueue): void {
  going.value = queue
  // Ignore a missing storage: a reload ends the round.
  keepItem(key, JSON.stringify(queue), sessionStorage)
}

/** Note which one is looked at. */
export function visitInQueue(uuid: string): void {
  const queue = going.peek()
  if (queue && queue.last !== uuid) startReview({ ...queue, last: uuid })
}

/** Position of an analysis in the review queue. */
export interface QueuePlace {
  /** Counts from 1. */
  position: number
  count: number
  previous: string | null
  next: string | null
}

/** Return the place in the queue; null for an analysis that is not in it, or for another person's queue. */
export function placeInQueue(
  queue: ReviewQueue | null,
  user: string,
  uuid: string,
): QueuePlace | null {
  const at = queue?.user === user ? queue.uuids.indexOf(uuid) : -1
  if (!queue || at < 0) return null
  return {
    position: at + 1,
    count: queue.uuids.length,
    previous: queue.uuids[at - 1] ?? null,
    next: queue.uuids[at + 1] ?? null,
  }
}

function readKept(): ReviewQueue | null {
  try {
    const kept: unknown = JSON.parse(globalThis.sessionStorage?.getItem(key) ?? 'null')
    return isQueue(kept) ? kept : null
  } catch {
    return null
  }
}

function isQueue(kept: unknown): kept is ReviewQueue {
  if (typeof kept !== 'object' || kept === null) return false
  const { user, uuids, back } = kept as Partial<ReviewQueue>
  const isList = Array.isArray(uuids) && uuids.every((one) => typeof one === 'string')
  return typeof user === 'string' && typeof back === 'string' && back.startsWith('/') && isList
}
