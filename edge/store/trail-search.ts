import { type Kind, kinds } from '../../domain/registry.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import type { Sql, SqlValue } from './sql.ts'
import { timesRunBack } from './store-time.ts'
import { trailSize } from './trail-tree.ts'

/** Filter of entries; all given parts must match. Times are ISO 8601, UTC, both ends included. */
export interface TrailFilter {
  kind?: Kind | undefined
  uuid?: string | undefined
  actor_uuid?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A clock that was set right by less than this cannot hide an entry from a search by time. */
const clockSlack = 60 * 60_000

/** Return a page of entries, the newest first. */
export function searchTrail(
  sql: Sql,
  filter: TrailFilter,
  page: number,
  limit: number,
): { data: AuditEntry[]; pages: number; total: number } {
  const { where, values, bounded } = conditions(sql, filter)
  const total = bounded ?? countEntries(sql, where, values)
  const rows = sql.all<{ entry: string }>(
    `SELECT a.entry FROM
       (SELECT seq FROM operations WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?) found
       JOIN audit a ON a.seq = found.seq ORDER BY a.seq DESC`,
    ...values,
    limit,
    (page - 1) * limit,
  )
  return {
    data: rows.map(({ entry }) => JSON.parse(entry) as AuditEntry),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
  }
}

function countEntries(sql: Sql, where: string, values: SqlValue[]): number {
  const row = sql.first<{ total: number }>(
    `SELECT count(*) AS total FROM operations WHERE ${where}`,
    ...values,
  )
  return row?.total ?? 0
}

/** `bounded` is the number of entries where nothing is asked for: they need no counting. */
function conditions(
  sql: Sql,
  filter: TrailFilter,
): { where: string; values: SqlValue[]; bounded: number | null } {
  const parts: string[] = ['seq > ?', 'seq <= ?']
  const size = trailSize(sql)
  // Search all entries where times are not ascending: a binary search would miss entries after a clock that was ahead.
  const isOrdered = !timesRunBack(sql)
  const [from, to] = isOrdered ? [filter.from, filter.to] : []
  const values: SqlValue[] = [
    from === undefined ? 0 : lastBefore(sql, shift(from, -clockSlack), size),
    to === undefined ? size : lastBefore(sql, shift(to, clockSlack), size),
  ]
  const add = (condition: string, value: string | undefined): void => {
    if (value === undefined) return
    parts.push(condition)
    values.push(value)
  }
  add('kind = ?', filter.kind)
  if (filter.uuid !== undefined) {
    parts.push('seq IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(entriesOf(sql, filter.uuid)))
  }
  add('actor = ?', filter.actor_uuid)
  add('action = ?', filter.action)
  // In the spelling of the trail: as texts, 10:00:00Z comes after 10:00:00.500Z.
  add('at >= ?', filter.from && shift(filter.from, 0))
  add('at <= ?', filter.to && shift(filter.to, 0))
  return { where: parts.join(' AND '), values, bounded: parts.length === 2 ? size : null }
}

/** Numbers of a record's entries, of whatever kind it is. */
function entriesOf(sql: Sql, uuid: string): number[] {
  const query = 'SELECT seq FROM audit WHERE kind = ? AND uuid = ?'
  return kinds.flatMap((kind) => sql.all<{ seq: number }>(query, kind, uuid).map(({ seq }) => seq))
}

/** Times are compared as texts, which goes for the years 0000 to 9999 only. */
const [earliest, latest] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((at) =>
  Date.parse(at),
) as [number, number]

function shift(at: string, by: number): string {
  const time = Math.min(latest, Math.max(earliest, Date.parse(at) + by))
  return new Date(time).toISOString()
}

/** Number of the last entry before a time, found by halving: entries lie in the order of their times. */
function lastBefore(sql: Sql, at: string, size: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const row = sql.first<{ at: string }>('SELECT at FROM operations WHERE seq = ?', middle)
    if (row && row.at < at) low = middle
    else high = middle - 1
  }
  return low
}
