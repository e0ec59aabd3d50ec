import type { Kind } from '../../domain/registry.ts'
import { takeEntry } from '../../domain/trail/chain.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import type { Body } from '../../domain/trail/entry.ts'
import { leafOf, parseEntry, readChain } from './audit.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { unsealedAt } from './entry-seals.ts'
import { findWrong, type TrailedRow } from './row-check.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'

/*
 * A record's row beside its newest entry in the trail. The row can be written over by whoever reaches the database; the
 * entry is in a signed tree. Whatever is changed or signed is compared here first.
 */

const columns = `records.seq AS row_seq, records.swarm_uuid, records.name, records.status, records.created_at,
  records.updated_at, records.deleted_at, records.body,
  newest.seq, newest.leaf, newest.entry ->> '$.record_hash' AS record_hash, newest.entry ->> '$.at' AS at`

const join = `LEFT JOIN records ON records.kind = one.kind AND records.uuid = one.uuid
  LEFT JOIN audit AS newest ON newest.seq =
    (SELECT max(seq) FROM audit WHERE audit.kind = one.kind AND audit.uuid = one.uuid)`

/** Read a record's row and its newest entry, each as it is kept. */
export function readTrailed(sql: Sql, kind: string, uuid: string): TrailedRow {
  return sql.first<TrailedRow>(
    `SELECT ${columns} FROM (SELECT ? AS kind, ? AS uuid) AS one ${join}`,
    kind,
    uuid,
  ) as TrailedRow
}

/** The same of several records of a kind; of one that never was there is no row. */
export function readTrailedMany(
  sql: Sql,
  kind: string,
  uuids: readonly string[],
): (TrailedRow & { uuid: string })[] {
  return sql.all<TrailedRow & { uuid: string }>(
    `SELECT one.uuid, ${columns} FROM (SELECT ? AS kind, value AS uuid FROM json_each(?)) AS one ${join}
     WHERE newest.seq IS NOT NULL OR records.seq IS NOT NULL`,
    kind,
    JSON.stringify(uuids),
  )
}

/**
 * Return the record of a row, or null where there is none.
 * @throws DamageFault when the row is not what the trail says.
 */
export function bodyInForce(sql: Sql, kind: string, uuid: string, row: TrailedRow): Body | null {
  let body: Body | null = null
  const read = (text: string) => (body ??= JSON.parse(text) as Body)
  const reason = findWrong(kind, uuid, row, sql.hashes, read)
  if (reason) throw new DamageFault({ reason, kind, uuid, ...(row.seq && { seq: row.seq }) })
  const unsealed = unsealedAt(sql, row.seq)
  if (unsealed) throw new DamageFault(unsealed)
  return row.record_hash === null || row.body === null ? null : read(row.body)
}

/**
 * Read a record that says what somebody may do: people, profiles, companies, keys. A row that was bent in the store is
 * not in force: the record as its entries lead to it is, or none where they do not hold either, or the newest has no seal.
 */
export function readInForce(sql: Sql, kind: Kind, uuid: string): Body | null {
  const row = readTrailed(sql, kind, uuid)
  if (unsealedAt(sql, row.seq)) return null
  const reason = findWrong(kind, uuid, row, sql.hashes)
  if (reason === null) return row.record_hash === null ? null : (JSON.parse(row.body ?? '') as Body)
  keepDamage(sql, { reason, kind, uuid, ...(row.seq && { seq: row.seq }) })
  const { record, wrong } = followChain(sql, kind, uuid)
  return wrong ? null : record
}

/**
 * Follow all entries of a record: each gives its leaf, is this record's, names the one before, and leads to the record
 * whose hash it names.
 */
export function followChain(
  sql: Sql,
  kind: string,
  uuid: string,
): { record: Body | null; wrong: DamagePlace | null } {
  let chain: { leaf: string; record: Body | null } | null = null
  for (const { seq, entry: text, leaf } of readChain(sql, kind, uuid)) {
    const entry = parseEntry(text)
    const own = entry?.kind === kind && entry.uuid === uuid && entry.seq === seq
    const wrong = { reason: 'entry_altered', kind, uuid, seq } as const
    if (!own || leafOf(text) !== leaf) return { record: null, wrong }
    const step = takeEntry(chain, entry, leaf, trailTools)
    if (step.problems.length > 0) return { record: null, wrong }
    chain = step.chain
  }
  return { record: chain?.record ?? null, wrong: null }
}
