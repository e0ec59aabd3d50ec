import type { Sql } from './sql.ts'

/*
 * Times of entries never run back, also when the clock of the machine does: their order is the order of the changes, and a
 * list by time shows the newest change first.
 */

/** Return the time for a new change (ISO 8601, UTC): now, or the next millisecond after the last entry. */
export function storeTime(sql: Sql): string {
  const now = new Date().toISOString()
  const last = lastTime(sql)
  return last > now ? new Date(Date.parse(last) + 1).toISOString() : now
}

/** Return the given time, or that of the last entry when it is later. */
export function notBefore(sql: Sql, at: string): string {
  const last = lastTime(sql)
  return last > at ? last : at
}

function lastTime(sql: Sql): string {
  return newestOperation(sql).at
}

/** Read number and time of the newest operation; 0 and an empty text where there is none. */
export function newestOperation(sql: Sql): { seq: number; at: string } {
  const query = 'SELECT seq, at FROM operations ORDER BY seq DESC LIMIT 1'
  return sql.first<{ seq: number; at: string }>(query) ?? { seq: 0, at: '' }
}
