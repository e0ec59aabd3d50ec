import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { LocalDatabase } from '../local/database.ts'
import type { Replication } from '../local/replication.ts'

/** The database of the account, once it is open; what it holds is read by query, never copied here. */
const opened = signal<LocalDatabase | null>(null)
const pulled = signal<number | null>(null)
const first = signal(false)

export const database: ReadonlySignal<LocalDatabase | null> = opened
/** When the records on this machine were last known to be as the edge has them, in milliseconds; null: never. */
export const pulledAt: ReadonlySignal<number | null> = pulled
/** True once every table has been pulled at least once: an empty list is empty, not unread. */
export const recordsReady: ReadonlySignal<boolean> = first

/** How long a page waits to be told that the tables are complete, where they have been so before. */
const untoldMs = 2500

let replication: Replication | null = null
let opening: { key: string; done: Promise<void> } | null = null

/**
 * Opens the account's database and starts pulling. The local database is a large part of the programme, so
 * it is loaded here and not before somebody is signed in.
 * @param onScope told when the account's view of the company has changed meanwhile.
 */
export function openRecords(user: string, scope: string, onScope: () => void): Promise<void> {
  const key = `${user}-${scope}`
  if (opening?.key === key) return opening.done
  const before = closeRecords()
  opening = { key, done: before.then(() => open(user, scope, onScope)) }
  return opening.done
}

async function open(user: string, scope: string, onScope: () => void): Promise<void> {
  const [{ openDatabase }, { startReplication }] = await Promise.all([
    import('../local/database.ts'),
    import('../local/replication.ts'),
  ])
  const local = await openDatabase(user, scope)
  // Kept, so that a page opened without network knows how old its picture is.
  const savedAs = `pulled-${user}-${scope}`
  pulled.value = Number(localStorage.getItem(savedAs)) || null
  replication = startReplication(local, scope, onScope, (at) => {
    pulled.value = at
    localStorage.setItem(savedAs, String(at))
  })
  // Neither a page without network nor a second tab is ever told that the tables are complete (of several
  // tabs one pulls for all). Where they have been complete before, they are taken to be so after a moment.
  const completeAs = `complete-${user}-${scope}`
  void replication.ready.then(() => {
    localStorage.setItem(completeAs, '1')
    if (opened.value === local) first.value = true
  })
  if (localStorage.getItem(completeAs)) {
    setTimeout(() => opened.value === local && (first.value = true), untoldMs)
  }
  opened.value = local
}

export function resyncRecords(): void {
  replication?.resync()
}

export async function closeRecords(): Promise<void> {
  const closing = [
    replication?.stop() ?? Promise.resolve(),
    opened.value?.close() ?? Promise.resolve(true),
  ]
  replication = null
  opening = null
  opened.value = null
  first.value = false
  await Promise.allSettled(closing)
}
