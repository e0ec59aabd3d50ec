import { localCollections } from '../../domain/entity.ts'
import { uuidForm } from '../../domain/fields.ts'
import { withoutTheirs } from '../../domain/sync/document.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { LocalDatabase } from './database.ts'
import {
  type KnownDatabase,
  knownDatabases,
  type Partition,
  removeDatabase,
  shape,
} from './partition.ts'
import { readTraces, visiting } from '../client/visiting.ts'
import { keepOpen } from './keep-open.ts'
import { hotRows } from './read-model.ts'
import { packDocument, salvageDocument } from './stored-document.ts'
import type { RawRow } from './write-page.ts'

const scopeId = '~scope'
const waitingRange = IDBKeyRange.lowerBound('', true)

/** Second copy of pending operations (second-copy.ts). */
interface Lost {
  /** Adds to the rows of a table what is kept there; null where the browser has no such place. */
  lost: () => Promise<((waiting: RawRow[]) => RawRow[]) | null>
}

/** The table in which something may wait. */
export const waitingIn = 'analyses'

/**
 * Empty the tables of all that another view of the company left. Keep waiting operations, but not the records on which
 * they were made: those may belong to others now. Restore the waiting operations of a table that the browser had
 * emptied.
 * @returns false if the waiting operations could not be read; the next start tries again.
 */
export async function openScope(
  { connections }: LocalDatabase,
  scope: string,
  copy: Lost | null = null,
): Promise<boolean> {
  const known = await Promise.all(
    localCollections.map((collection) => {
      const from = collection === waitingIn ? copy : null
      return openTable(connections[collection].backendDB(), scope, from)
    }),
  )
  return !known.includes(false)
}

/** Do the same for the table of waiting operations after the browser has closed and emptied it under an open page. */
export async function reopenWaiting(
  { connections }: LocalDatabase,
  scope: string,
  copy: Lost,
): Promise<void> {
  const connection = connections[waitingIn]
  await keepOpen(connection, async () => {
    const database = connection.backendDB()
    const known = await readScope(database)
    const isOurs = known === null || known.scope === scope
    if (isOurs && known?.owed !== false) await openTable(database, scope, copy)
  })
}

async function openTable(
  database: IDBDatabase,
  scope: string,
  copy: Lost | null,
): Promise<boolean> {
  const known = await readScope(database)
  if (known?.scope !== scope) await emptyTable(database, { scope, strip: true })
  if (!copy || known?.owed === false) return true
  const add = await copy.lost().catch(() => undefined)
  if (add === undefined) return false
  await bringBack(database, scope, add ?? ((waiting) => waiting))
  return true
}

/** Restore pending operations of the second copy, and mark them as restored, in one transaction. */
function bringBack(
  database: IDBDatabase,
  scope: string,
  add: (waiting: RawRow[]) => readonly RawRow[],
): Promise<void> {
  const { writing, rows, waiting } = beginWaiting(database)
  waiting.addEventListener('success', () => {
    for (const row of add(waiting.result)) rows.put(row)
    rows.put(scopeRow(scope, false))
  })
  return committed(writing)
}

/** Empty the tables after a sign-out, except operations that wait for the same person. */
export async function emptyTables({ connections }: LocalDatabase): Promise<void> {
  await Promise.all(
    localCollections.map((collection) =>
      emptyTable(connections[collection].backendDB(), { scope: '', strip: false }),
    ),
  )
}

/**
 * Empty what accounts that are not signed in have left behind: a sign-out that was cut short, a session that ended
 * with the page closed. What waits of them stays, unread.
 */
export async function emptyOthers({ user, company }: Partition): Promise<void> {
  // Leave the tables of home to the tabs there, in a tab that visits another company; they leave its own to it.
  if (visiting) return
  await dropFilesOfOthers(user)
  const visited = readTraces().map((trace) => trace.company)
  const others = (await knownDatabases()).filter(
    (one) =>
      one.user !== user ||
      (one.shape === shape && one.company !== company && !visited.includes(one.company)),
  )
  for (const one of others) {
    const { name, collection } = one
    // Remove one of the first shape, in which nothing ever waited.
    if (one.shape === 1) await removeDatabase(one)
    if (one.shape !== shape || !isTable(collection)) continue
    const database = await openRaw(name)
    if (!database) continue
    if ((await readScope(database))?.scope !== '')
      await emptyTable(database, { scope: '', strip: false })
    database.close()
  }
}

/** Drop other people's curve files and answers, of which nothing waits to be sent. */
async function dropFilesOfOthers(user: string): Promise<void> {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  const theirs = names.filter((name) => ofAccount.test(name) && !name.endsWith(user))
  await Promise.all(theirs.map((name) => caches.delete(name)))
}

/** Names of `blobs.ts` and `client/kept-answers.ts`; answers that anybody is given belong to no account. */
const ofAccount = new RegExp(`^(blobs|answers)-${uuidForm}$`)

/** Drop analyses but the newest, to be pulled again when there is room; keep waiting operations. */
export async function dropColdAnalyses({ connections }: LocalDatabase): Promise<void> {
  const writing = connections.analyses
    .backendDB()
    .transaction('docs', 'readwrite', { durability: 'strict' })
  const rows = writing.objectStore('docs')
  const range = IDBKeyRange.bound(['analysis', ''], ['analysis', '\uffff'])
  const cursor = rows.index('[kind+created_at]').openCursor(range, 'prev')
  let seen = 0
  cursor.addEventListener('success', () => {
    const at = cursor.result
    if (!at) return
    seen += 1
    if (seen > hotRows && (at.value as RawRow).oldest === undefined) at.delete()
    at.continue()
  })
  rows.delete('~mark|analyses')
  await committed(writing)
}

function isTable(collection: string): boolean {
  return (localCollections as readonly string[]).includes(collection)
}

/** Empty a table in one step: all or nothing. */
function emptyTable(
  database: IDBDatabase,
  { scope, strip }: { scope: string; strip: boolean },
): Promise<void> {
  const { writing, rows, waiting } = beginWaiting(database)
  const known = rows.get(scopeId) as IDBRequest<RawRow | undefined>
  known.addEventListener('success', () => {
    rows.clear()
    rows.put(scopeRow(scope, scopeOf(known.result)?.owed ?? true))
    for (const row of waiting.result) rows.put(strip ? stripped(row) : row)
  })
  return committed(writing)
}

function beginWaiting(database: IDBDatabase) {
  const writing = database.transaction('docs', 'readwrite', { durability: 'strict' })
  const rows = writing.objectStore('docs')
  const waiting = rows.index('oldest').getAll(waitingRange) as IDBRequest<RawRow[]>
  return { writing, rows, waiting }
}

function committed(writing: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    writing.addEventListener('complete', () => resolve())
    writing.addEventListener('abort', () => reject(writing.error ?? new Error('not emptied')))
  })
}

/** Strip a row and change its revision, so that a write which has read the row before fails. */
function stripped(row: RawRow): RawRow {
  const document = salvageDocument(row)
  // Keep a row that cannot be read.
  if (!document) return row
  // Remove what others wrote: the account may not be allowed to see it now.
  const own = { ...document, pending: document.pending.map(withoutTheirs) }
  return { ...row, ...packDocument(own), _rev: `${parseInt(row._rev, 10) + 1}-emptied` }
}

interface Scope {
  scope: string
  /** True if it was emptied, and its waiting operations are not restored yet. */
  owed: boolean
}

function scopeRow(scope: string, owed: boolean): RawRow {
  const document: LocalDocument = {
    id: scopeId,
    kind: scopeId,
    uuid: '',
    seq: 0,
    created_at: '',
    body: { scope, owed },
    pending: [],
    journal: [],
    oldest: '',
  }
  const meta = {
    _deleted: '0' as const,
    _rev: '1-emptied',
    _meta: { lwt: Date.now() },
    _attachments: {},
  }
  return { ...packDocument(document), ...meta }
}

async function readScope(database: IDBDatabase): Promise<Scope | null> {
  const rows = database.transaction('docs').objectStore('docs')
  return scopeOf((await ask(rows.get(scopeId))) as RawRow | undefined)
}

/** Read the scope of a row; a version without a second copy owes nothing. */
function scopeOf(row: RawRow | undefined): Scope | null {
  return row ? { owed: false, ...(JSON.parse(row.body) as { scope: string }) } : null
}

/** Read the pending operations of a table of any shape, unparsed. Null where it cannot be opened. */
export async function readWaiting({ name }: KnownDatabase): Promise<unknown[] | null> {
  const database = await openRaw(name)
  if (!database) return null
  try {
    const rows = database.transaction('docs').objectStore('docs')
    if (!rows.indexNames.contains('oldest')) return []
    return await ask(rows.index('oldest').getAll(waitingRange))
  } finally {
    database.close()
  }
}

/** Open a database directly; null if there is no such table, or another tab holds it. */
function openRaw(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => {
      const { result } = opening
      if (result.objectStoreNames.contains('docs')) resolve(result)
      else {
        result.close()
        resolve(null)
      }
    })
    opening.addEventListener('error', () => resolve(null))
    opening.addEventListener('blocked', () => resolve(null))
  })
}

export function ask<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
  })
}
