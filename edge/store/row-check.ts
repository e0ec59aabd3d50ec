import { entityOf, type Kind, kinds } from '../../domain/registry.ts'
import type { DamageReason } from '../../domain/trail/damage.ts'
import type { AuditEntry, Body } from '../../domain/trail/entry.ts'
import { BodyHashes } from './body-hashes.ts'

/** A row with the newest entry of its record. Each side may be missing. */
export type TrailedRow = {
  row_seq: number | null
  swarm_uuid: string | null
  name: string | null
  status: string | null
  created_at: string | null
  updated_at: string | null
  deleted_at: string | null
  body: string | null
  /** Number of the newest entry. */
  seq: number | null
  leaf: string | null
  entry: string | null
  record_hash: string | null
  at: string | null
  /** Number of entries that the newest checkpoint covers. */
  covered: number | null
}

/** Return the fields of a record that are columns of its row as well: lists, sight and triggers read them there. */
export function indexedFields(kind: string, body: Body) {
  const ofSwarm = kinds.includes(kind as Kind) && entityOf(kind as Kind).scope === 'swarm'
  return {
    swarm_uuid: ofSwarm ? ((body['swarm_uuid'] as string | null) ?? null) : null,
    name: (body['name'] as string | undefined) ?? null,
    status: (body['status'] as string | undefined) ?? null,
    created_at: body['created_at'] as string,
  }
}

/**
 * Find in what a row differs from the newest entry of its record; null when it is what the trail says.
 * @param read reads the body's text: an analysis takes longer to read than to compare, so the caller may keep what is read.
 */
export function findWrong(
  kind: string,
  uuid: string,
  row: TrailedRow,
  hashes: BodyHashes,
  read: (text: string) => Body = (text) => JSON.parse(text) as Body,
): DamageReason | null {
  const { row_seq, seq, body, deleted_at, record_hash } = row
  if (seq === null) return row_seq === null ? null : 'record_unknown'
  if (row_seq === null || body === null) return 'record_missing'
  if (row_seq !== seq) return row_seq < seq ? 'record_rolled_back' : 'record_altered'
  if ((deleted_at === null) !== (record_hash !== null)) return 'record_altered'
  if (record_hash === null) return deleted_at === row.at ? null : 'record_altered'
  if (hashes.of(`${kind}/${uuid}`, body) !== record_hash) return 'record_altered'
  const indexed = indexedFields(kind, read(body))
  const same = (Object.keys(indexed) as (keyof typeof indexed)[]).every(
    (name) => String(indexed[name]) === String(row[name]),
  )
  return same && row.updated_at === row.at ? null : 'record_altered'
}

/** Compare the row of a record in a backup with its entry, as `findWrong` does in the store. */
export function isRowOf(
  row: Readonly<Record<string, unknown>>,
  entry: AuditEntry | undefined,
): boolean {
  const { kind, uuid, seq } = row
  if (!entry || entry.kind !== kind || entry.uuid !== uuid || entry.seq !== seq) return false
  const { record_hash, at } = entry
  const trailed = { ...row, row_seq: seq, record_hash, at } as TrailedRow
  return findWrong(String(kind), String(uuid), trailed, new BodyHashes(0)) === null
}
