import * as v from 'valibot'
import { newDocument } from '../../domain/sync/document.ts'
import { type LocalDocument, Pending } from '../../domain/sync/pending.ts'
import type { DocumentStore } from '../sync/ports.ts'
import { readWaiting } from './empty-tables.ts'
import { type KnownDatabase, olderDatabases, type Partition, removeDatabase } from './partition.ts'

/**
 * Takes what waits in databases of another shape over into the one that is open, and then removes them. The new is
 * written before the old goes: killed in between it is done again, and an operation has its id, so that it is
 * taken once. What cannot be read keeps its old database.
 */
export async function carryOver(
  partition: Partition,
  store: Pick<DocumentStore, 'change'>,
  old?: readonly KnownDatabase[],
): Promise<void> {
  for (const database of old ?? (await olderDatabases(partition))) {
    const rows = await readWaiting(database)
    if (rows && (await carryRows(rows, store))) await removeDatabase(database)
  }
}

/** Whether all of them are in the new one. */
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

const Old = v.looseObject({
  kind: v.string(),
  uuid: v.string(),
  created_at: v.string(),
  pending: v.pipe(v.string(), v.parseJson(), v.array(Pending)),
})

/**
 * A document of an older shape with what waits in it; null where it is not understood. A step for each shape that
 * differs in more than its base goes here.
 */
function readOld(row: unknown): LocalDocument | null {
  const read = v.safeParse(Old, row)
  if (!read.success) return null
  const { kind, uuid, created_at, pending } = read.output
  return { ...newDocument(kind, uuid, created_at), pending }
}

function joinPending(known: LocalDocument | null, old: LocalDocument): LocalDocument {
  const base = known ?? old
  const ids = new Set(known?.pending.map(({ op_id }) => op_id))
  const missing = known ? old.pending.filter(({ op_id }) => !ids.has(op_id)) : []
  if (known && missing.length === 0) return known
  const pending = [...base.pending, ...missing].sort((one, other) =>
    one.made_at < other.made_at ? -1 : 1,
  )
  return { ...base, pending, oldest: pending[0]?.made_at ?? '' }
}
