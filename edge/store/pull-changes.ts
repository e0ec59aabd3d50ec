import { pullPageLength } from '../../domain/calls/sync.ts'
import type { PulledRecord } from '../../domain/sync/page-lines.ts'
import { entityOf, type Kind, kinds as everyKind } from '../../domain/registry.ts'
import { logFailure } from '../log.ts'
import { asSeen, isShownInPart, maySee, type Sight } from './lists.ts'
import { bodyColumns, type KeptBody, textOfBody } from './kept-body.ts'
import { readGeneration } from './meta.ts'
import { isOpenAnalysis } from './open-analyses.ts'
import { openRecord, todaysText } from './open-record.ts'
import type { Sql, SqlValue } from './sql.ts'

/** A request to a store: its company's own kinds, or those that a provider keeps for all companies. */
export interface PullOrder {
  kinds: readonly string[]
  after: number
  /** Read downwards from here. */
  before?: number | undefined
  limit: number
  home: 'company' | 'provider'
  /** This record alone. */
  uuid?: string
  /** Leave out analyses that have ended and correct no other. */
  open?: boolean
}

export interface PulledPage {
  records: PulledRecord[]
  checkpoint: number
  newest?: number
  more: boolean
  generation: string
  /** That were looked through. */
  kinds: string
}

type PullRow = KeptBody & {
  kind: string
  uuid: string
  seq: number
  swarm_uuid: string | null
  left_swarms: string | null
  created_at: string
  deleted_at: string | null
}

/** Rows that are read at once: a page of large records ends long before its last row. */
const batch = 64

/**
 * Return the changes after a `seq` in rising order, or before one in falling order, their bodies as they are stored. The checkpoint
 * is the last row looked at, also when it was not for this account: a client that saw nothing new must not ask for the
 * same rows for ever, nor skip any.
 * @param most characters of its bodies; one record is sent however long it is.
 */
export function pullChanges(
  sql: Sql,
  order: PullOrder,
  sight: Sight,
  most: number = pullPageLength,
): PulledPage {
  const { after, before, limit } = order
  // Take each kind once: one that is named again would be read again for each batch.
  const kinds = [...new Set(order.kinds)].filter((kind) => isAllowed(kind, order.home, sight))
  const records: PulledRecord[] = []
  const falls = before !== undefined
  const facts = { generation: readGeneration(sql), kinds: kinds.toSorted().join(',') }
  let checkpoint = before ?? after
  let newest = 0
  const page = (more: boolean): PulledPage => {
    return { records, checkpoint, more, ...(falls && { newest }), ...facts }
  }
  let length = 0
  for (let looked = 0; ;) {
    const rows = readRows(
      sql,
      { ...order, kinds, ...(falls ? { before: checkpoint } : { after: checkpoint }) },
      Math.min(batch, limit + 1 - looked),
    )
    if (rows.length === 0) return page(false)
    if (looked === 0) newest = rows[0]?.seq ?? 0
    for (const row of rows) {
      const record = recordOf(row, sight)
      const size = record?.body?.length ?? 0
      // Send at least one, however long: a page without progress would be asked for over and over.
      const full = looked === limit || (length > 0 && length + size > most)
      if (full) return page(true)
      if (record) records.push(record)
      checkpoint = row.seq
      length += size
      looked += 1
    }
  }
}

/**
 * Return the pages of several orders of this store, together about as long as one page may be. Null for an order that found no room, and for one
 * whose page cannot be made: a client asks for these alone, and gets the failure where it belongs.
 */
export function pullSeveral(
  orders: readonly PullOrder[],
  pull: (order: PullOrder, most: number) => PulledPage,
): (PulledPage | null)[] {
  let left = pullPageLength
  return orders.map((order) => {
    if (left <= 0) return null
    try {
      const page = pull(order, left)
      for (const { body } of page.records) left -= body?.length ?? 0
      return page
    } catch (error) {
      logFailure(`a page of ${order.kinds.join()} is left out`, error)
      return null
    }
  })
}

/**
 * Return true for a kind that may be pulled; from the provider only those with a local table: searches of the other
 * kinds show companies a part of each record or none.
 */
function isAllowed(kind: string, home: PullOrder['home'], sight: Sight): boolean {
  if (!sight.kinds.includes(kind) || !everyKind.includes(kind as Kind)) return false
  const facts = entityOf(kind)
  if ((facts.home ?? 'company') !== home) return false
  return home === 'company' || facts.local !== null
}

const columns = `kind, uuid, seq, swarm_uuid, left_swarms, created_at, deleted_at, ${bodyColumns}`

/**
 * Read the next rows of some kinds, each kind by itself: asked for together, SQLite would read and sort all that is
 * still to come, once for each page.
 */
function readRows(
  sql: Sql,
  { kinds, after, before, uuid, open }: Omit<PullOrder, 'home' | 'limit'>,
  limit: number,
): PullRow[] {
  const alone = uuid === undefined ? [] : [uuid]
  const [order, upTo] = before === undefined ? ['ASC', Number.MAX_SAFE_INTEGER] : ['DESC', before]
  const rest = `${alone.map(() => 'AND uuid = ?').join()} AND seq > ? AND seq < ? ORDER BY seq ${order} LIMIT ?`
  const read = <Row extends Record<string, SqlValue>>(what: string, kind: string) => {
    const values = [...alone, after, upTo, limit]
    return open && kind === 'analysis'
      ? sql.all<Row>(
          `SELECT ${what} FROM records INDEXED BY analyses_open WHERE ${isOpenAnalysis} ${rest}`,
          ...values,
        )
      : sql.all<Row>(`SELECT ${what} FROM records WHERE kind = +? ${rest}`, kind, ...values)
  }
  const [only] = kinds
  if (only !== undefined && kinds.length === 1) return read<PullRow>(columns, only)
  const next = kinds.flatMap((kind) => read<{ seq: number }>('seq', kind))
  const rising = next.map(({ seq }) => seq).sort((one, other) => one - other)
  const seqs = before === undefined ? rising : rising.toReversed()
  return sql.all<PullRow>(
    `SELECT ${columns} FROM records WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq ${order}`,
    JSON.stringify(seqs.slice(0, limit)),
  )
}

/** Return a row as the account may see it; null where it may not know of it. */
function recordOf(row: PullRow, sight: Sight): PulledRecord | null {
  const { uuid, seq, created_at } = row
  const kind = row.kind as Kind
  const gone = { kind, uuid, seq, created_at, body: null }
  const visible = row.swarm_uuid === null || sight.swarms.includes(row.swarm_uuid)
  if (!visible) return hasLeft(row, sight) ? gone : null
  if (row.deleted_at !== null) return gone
  // Send it as it is kept where nothing is taken out of it.
  if (!isShownInPart(kind)) return { ...gone, body: todaysText(kind, textOfBody(row)) }
  const body = openRecord(kind, textOfBody(row))
  // Leave out devices that are out of sight, and with them their orders.
  if (!maySee(kind, body, sight)) return null
  return { ...gone, body: JSON.stringify(asSeen(kind, body, sight)) }
}

/** Return true for a record that the account may no longer see but saw before: it is sent as deleted, without its content. */
function hasLeft({ left_swarms: left }: PullRow, sight: Sight): boolean {
  if (left === null) return false
  const swarms = JSON.parse(left) as (string | null)[]
  return swarms.some((swarm) => swarm === null || sight.swarms.includes(swarm))
}
