import { pullPageLength, type SyncRecord } from '../../domain/calls/sync.ts'
import { entityOf, type Kind, kinds as everyKind } from '../../domain/registry.ts'
import { asSeen, maySee, type Sight } from './lists.ts'
import { readGeneration } from './migrations.ts'
import type { StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/** What is asked of a store: its company's own kinds, or those that a provider keeps for all companies. */
export interface PullOrder {
  kinds: readonly string[]
  after: number
  limit: number
  home: 'company' | 'provider'
}

export interface PulledPage {
  records: SyncRecord[]
  checkpoint: number
  more: boolean
  generation: string
}

interface PullRow extends Record<string, string | number | null> {
  kind: string
  uuid: string
  seq: number
  swarm_uuid: string | null
  left_swarms: string | null
  deleted_at: string | null
  body: string
}

/** Rows that are read at once: a page of large records ends long before its last row. */
const batch = 64

/**
 * Changes after a `seq`, in rising order. The checkpoint is the last row looked at, also when it was not for
 * this account: a client that saw nothing new must not ask for the same rows for ever, nor skip any.
 */
export function pullChanges(sql: Sql, order: PullOrder, sight: Sight): PulledPage {
  const { after, limit } = order
  const kinds = JSON.stringify(order.kinds.filter((kind) => isOpen(kind, order.home, sight)))
  const records: SyncRecord[] = []
  const page = { records, generation: readGeneration(sql) }
  let checkpoint = after
  let length = 0
  for (let looked = 0; ;) {
    const rows = readRows(sql, kinds, checkpoint, Math.min(batch, limit + 1 - looked))
    if (rows.length === 0) return { ...page, checkpoint, more: false }
    for (const row of rows) {
      const record = recordOf(row, sight)
      const size = record?.body ? row.body.length : 0
      // At least one, however long: a page without progress would be asked for over and over.
      const full = looked === limit || (length > 0 && length + size > pullPageLength)
      if (full) return { ...page, checkpoint, more: true }
      if (record) records.push(record)
      checkpoint = row.seq
      length += size
      looked += 1
    }
  }
}

/** Of the provider only what has a local table: searches of the other kinds show companies a part of each record or none. */
function isOpen(kind: string, home: PullOrder['home'], sight: Sight): boolean {
  if (!sight.kinds.includes(kind) || !everyKind.includes(kind as Kind)) return false
  const facts = entityOf(kind)
  if ((facts.home ?? 'company') !== home) return false
  return home === 'company' || facts.local !== null
}

function readRows(sql: Sql, kinds: string, after: number, limit: number): PullRow[] {
  return sql.all<PullRow>(
    `SELECT kind, uuid, seq, swarm_uuid, left_swarms, deleted_at, body FROM records
     WHERE kind IN (SELECT value FROM json_each(?)) AND seq > ? ORDER BY seq LIMIT ?`,
    kinds,
    after,
    limit,
  )
}

/** What the account is told of a row; null where it is not to know of it. */
function recordOf(row: PullRow, sight: Sight): SyncRecord | null {
  const { kind, uuid, seq } = row
  const gone = { kind, uuid, seq, body: null }
  const visible = row.swarm_uuid === null || sight.swarms.includes(row.swarm_uuid)
  if (!visible) return hasLeft(row, sight) ? gone : null
  if (row.deleted_at !== null) return gone
  const body = JSON.parse(row.body) as StoredBody
  // Some devices are out of sight, and with them what they were told to do.
  const isOfDevice = kind === 'device' || kind === 'command'
  if (isOfDevice && !maySee(kind, body, sight)) return null
  return { kind, uuid, seq, body: asSeen(kind as Kind, body, sight) }
}

/** Whether a record that is out of sight now was in it before: it is told as gone, and nothing else of it. */
function hasLeft({ left_swarms: left }: PullRow, sight: Sight): boolean {
  if (left === null) return false
  const swarms = JSON.parse(left) as (string | null)[]
  return swarms.some((swarm) => swarm === null || sight.swarms.includes(swarm))
}
