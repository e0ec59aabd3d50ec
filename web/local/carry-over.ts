import type { DocumentStore } from '../sync/ports.ts'
import { readWaiting } from './empty-tables.ts'
import { joinPending } from './join-pending.ts'
import { type KnownDatabase, olderDatabases, type Partition, removeDatabase } from './partition.ts'
import { fixPending, readOld } from './read-old.ts'

/**
 * Take what waits in databases of another shape over into the one that is open, and then remove them. The new is
 * written before the old goes: killed in between it is done again, and an operation has its id, so that it is
 * taken once. What cannot be read keeps its old database.
 */
export async function carryOver(
  partition: Partition,
  store: Pick<DocumentStore, 'change' | 'waiting'>,
  old?: readonly KnownDatabase[],
): Promise<void> {
  const databases = old ?? (await olderDatabases(partition))
  // Fix pending operations here: they may have been carried to the other database before, and sent from there.
  for (const { id } of databases.length > 0 ? await store.waiting() : [])
    await store.change(id, (document) => document && fixPending(document))
  for (const database of databases) {
    const rows = await readWaiting(database)
    if (rows && (await carryRows(rows, store))) await removeDatabase(database)
  }
}

/** Carry rows over. Returns true when all of them are in the new database. */
async function carryRows(
  rows: readonly unknown[],
  store: Pick<DocumentStore, 'change'>,
): Promise<boolean> {
  let all = true
  for (const row of rows) {
    const document = readOld(row)
    if (document) await store.change(document.id, (known) => joinPending(known, document))
    else all = false
  }
  return all
}
