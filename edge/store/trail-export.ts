import { toBase64 } from '../../domain/trail/bytes.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import { bundleFormat, filesOf, formatBundle } from '../../domain/trail/record-bundle.ts'
import { formatStatement } from '../../domain/trail/statement.ts'
import { formatEnd, formatEntry, formatHeader } from '../../domain/trail/trail-file.ts'
import { readAudit, readChain, type TrailRow } from './audit.ts'
import { entryColumns, type Kept, openRow } from './kept-entry.ts'
import type { Sql } from './sql.ts'
import { checkpointAt, rootIn, type StoredCheckpoint } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { proveEntry, proveGrowth } from './trail-tree.ts'
import { bodyInForce, readTrailed } from './trailed-row.ts'

/** Text of a page of an export; at least one entry is in it however long. */
const pageLength = 1_000_000
const pageEntries = 500

/**
 * Bundle a record with all that proves it, as of a checkpoint that covers its newest entry. The trail decides which
 * entry is the newest, and the record must agree with it.
 * @throws Fault `not_found` for what never was; a DamageFault when the record does not agree with the trail.
 */
export function bundleRecord(
  sql: Sql,
  kind: Kind,
  uuid: string,
  checkpoint: StoredCheckpoint,
  signer: TrailSigner,
  at: string,
): string {
  const rows = readChain(sql, kind, uuid)
  const newest = rows.at(-1)
  if (!newest) throw new Fault('not_found', `No such ${kind}`)
  const entries = readAudit(sql, kind, uuid)
  const record = bodyInForce(sql, kind, uuid, readTrailed(sql, kind, uuid))
  const statement = formatStatement({
    origin: signer.origin,
    kind,
    uuid,
    entries: rows.length,
    newest: newest.seq,
    leaf: newest.leaf,
    record: entries.at(-1)?.record_hash ?? null,
    size: checkpoint.size,
    root: toBase64(rootIn(checkpoint.note) ?? new Uint8Array()),
    at,
  })
  return formatBundle({
    format: bundleFormat,
    origin: signer.origin,
    key: checkpoint.key,
    kind,
    uuid,
    record,
    entries,
    proofs: rows.map(({ seq }) => proveEntry(sql, seq, checkpoint.size)),
    checkpoint: checkpoint.note,
    statement: signer.sign(statement),
    files: filesOf(record),
  })
}

/** A page of a whole trail: set one after the other, the pages from entry 0 to the checkpoint are the file. */
export interface TrailPage {
  text: string
  /** Entry to go on after; null when this was the last page. */
  next: number | null
  /** Size of the checkpoint that the export ends with: the same for all its pages. */
  size: number
}

/** @throws Fault `not_found` when there is no checkpoint of that size. */
export function pageTrail(sql: Sql, origin: string, after: number, size: number): TrailPage {
  const checkpoint = checkpointAt(sql, size)
  if (!checkpoint || after > size) throw new Fault('not_found', 'No checkpoint of that size')
  const rows = sql.all<Kept<TrailRow>>(
    `SELECT seq, ${entryColumns}, leaf FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    after,
    size,
    pageEntries,
  )
  let text = after === 0 ? formatHeader(origin, checkpoint.key) : ''
  let last = after
  for (const row of rows) {
    const { seq, entry, leaf } = openRow(row)
    if (last > after && text.length + entry.length > pageLength) break
    text += formatEntry(entry, leaf)
    last = seq
  }
  if (last < size) return { text, next: last, size }
  return { text: text + formatEnd(checkpoint.note), next: null, size }
}

/** List checkpoints, the newest first. */
export function listCheckpoints(
  sql: Sql,
  page: number,
  limit: number,
): { data: StoredCheckpoint[]; pages: number; total: number } {
  const total =
    sql.first<{ total: number }>('SELECT count(*) AS total FROM checkpoints')?.total ?? 0
  const data = sql.all<StoredCheckpoint>(
    'SELECT * FROM checkpoints ORDER BY size DESC LIMIT ? OFFSET ?',
    limit,
    (page - 1) * limit,
  )
  return { data, pages: Math.max(1, Math.ceil(total / limit)), total }
}

/** @throws Fault `not_found` unless there are checkpoints of both sizes. */
export function proveBetween(
  sql: Sql,
  from: number,
  to: number,
): { from: string; to: string; proof: string[] } {
  const [old, now] = [checkpointAt(sql, from), checkpointAt(sql, to)]
  if (!old || !now || from > to) throw new Fault('not_found', 'No checkpoint of that size')
  return { from: old.note, to: now.note, proof: proveGrowth(sql, from, to) }
}
