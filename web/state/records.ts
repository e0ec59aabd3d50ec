import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Account } from '../../domain/calls/session.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { LocalRecords } from '../local/open-records.ts'

/** Records of the account on this machine, once they are open; their lists are in the read model. */
const opened = signal<LocalRecords | null>(null)
const pulled = signal<number | null>(null)
const first = signal(false)
const since = signal<string | null>(null)
const ended = signal(false)
const outbox = signal<readonly LocalDocument[]>([])
const journal = signal<readonly LocalDocument[]>([])
const outboxRead = signal(false)
const failure = signal<unknown>(null)

export const records: ReadonlySignal<LocalRecords | null> = opened
/** Time in ms at which the records on this machine were last equal to the edge's; null: never. */
export const pulledAt: ReadonlySignal<number | null> = pulled
/** True once every table has been pulled at least once: an empty list is empty, not unread. */
export const recordsReady: ReadonlySignal<boolean> = first
/** Time of the last change (ISO) back to which analyses were pulled; null once all were, and before the first page. */
export const fetchedSince: ReadonlySignal<string | null> = since
/**
 * True where the pull of analyses has ended at `fetchedSince`: older ones are at the service, and are fetched on request. All
 * that have not ended are here.
 */
export const isWindowed: ReadonlySignal<boolean> = ended
/** Documents with changes that the edge does not have, oldest first (state/outbox.ts). */
export const waitingDocuments: ReadonlySignal<readonly LocalDocument[]> = outbox
/** False until what waits has been read: an empty outbox is empty, not unread. */
export const outboxKnown: ReadonlySignal<boolean> = outboxRead
/** Error with which the records of this machine could not be opened; null while they are open, or may be soon. */
export const recordsFailure: ReadonlySignal<unknown> = failure
/** Documents in which edits of others met those of this machine. */
export const metDocuments: ReadonlySignal<readonly LocalDocument[]> = journal

type Who = Pick<Account, 'uuid' | 'company_uuid' | 'scope' | 'permissions'>

/** Database being closed: the same database is never opened and emptied at the same time. */
let closed: Promise<void> = Promise.resolve()

let opening: { key: string; who: Who; done: Promise<LocalRecords> } | null = null

/**
 * Open the account's records and start pulling. The local database is a large part of the programme, so it is
 * loaded here and not before somebody is signed in.
 * @param onScope told when the account's view of the company has changed meanwhile.
 */
export async function openRecords(who: Who, onScope: () => void): Promise<void> {
  const key = `${who.uuid}-${who.company_uuid}-${who.scope}`
  if (opening?.key !== key) {
    const before = closeRecords()
    const isMine = () => opening?.key === key
    const done = before.then(() => open(who, onScope, isMine))
    opening = { key, who, done }
    done.catch((error: unknown) => {
      if (isMine()) failure.value = error
    })
  }
  await opening.done
}

async function open(who: Who, onScope: () => void, isMine: () => boolean): Promise<LocalRecords> {
  const { openLocalRecords } = await import('../local/open-records.ts')
  const local = await openLocalRecords(who, {
    onScope,
    onPulled: (picture) => {
      if (!isMine()) return
      pulled.value = picture.pulledAt
      since.value = picture.since
      ended.value = picture.isWindow
      if (picture.complete) first.value = true
    },
    onOutbox: (waiting, met) => {
      if (!isMine()) return
      outbox.value = waiting
      journal.value = met
      outboxRead.value = true
    },
  })
  if (isMine()) opened.value = local
  return local
}

/** Pull, because there may be changes. */
export function resyncRecords(): void {
  opened.peek()?.tell('resync')
}

/** Pull all records, also those that failed before; within 30 s of the last time (spec §9) only changes. */
export function refreshRecords(): void {
  opened.peek()?.tell('refresh')
}

/** Pull as many older analyses as well, where the pull has ended at a window. */
export function fetchOlderRecords(): void {
  opened.peek()?.tell('fetchOlder')
}

/**
 * @param options.leave the account has signed out: what was pulled goes from this machine. What waits to be sent stays, for
 *   the same person to come back to.
 */
export async function closeRecords(options: { leave?: boolean } = {}): Promise<void> {
  const closing = opening
  opening = null
  opened.value = null
  first.value = false
  pulled.value = null
  since.value = null
  ended.value = false
  outbox.value = []
  journal.value = []
  outboxRead.value = false
  failure.value = null
  closed = closed.then(async () => {
    const local = await closing?.done.catch(() => null)
    await (options.leave ? local?.leave() : local?.close())
  })
  // Ignore one that cannot be closed, which must not keep the next from being opened.
  closed = closed.catch(() => undefined)
  await closed
}
