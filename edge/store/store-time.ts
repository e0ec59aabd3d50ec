import { logNote } from '../log.ts'
import { writeMeta } from './meta.ts'
import type { NewestOperation, Sql } from './sql.ts'

/*
 * Times of entries do not run back when the clock of the machine is set back a little: a list by time shows the newest
 * change first. A clock that was far ahead and is right again is followed at once: times run back then, which the verifier
 * tells, and entries are in the order of their numbers. Nothing waits for the time to come that was written by mistake.
 */

/** A clock is held to have been set back by so much at most (ms): further, and it was wrong before. */
export const longestHold = 15 * 60_000

/**
 * Return the time for a new change (ISO 8601, UTC): now, or the next millisecond after the last entry. A record that is changed twice
 * within one millisecond has two versions, so that nobody writes over a change that they have not seen.
 */
export function storeTime(sql: Sql): string {
  const now = Date.now()
  const last = lastTime(sql)
  return new Date(last >= now && last <= now + longestHold ? last + 1 : now).toISOString()
}

/**
 * Return the time for an entry: the given one, or that of the last entry when it is a little later. Must run in the
 * transaction of the entry.
 */
export function notBefore(sql: Sql, at: string): string {
  const last = lastTime(sql)
  const given = Date.parse(at)
  if (last <= given) return at
  if (last <= given + longestHold) return new Date(last).toISOString()
  followClock(sql, at)
  return at
}

/** Return the date for a checkpoint: the given time, or that of the last entry when this is at most 15 minutes later. */
export function notBehind(sql: Sql, at: string): string {
  const last = lastTime(sql)
  const given = Date.parse(at)
  return last > given && last <= given + longestHold ? new Date(last).toISOString() : at
}

/**
 * Return a moment that a device or a file tells, or now (ISO 8601, UTC) for a later one: a clock that was ahead makes no test younger and no
 * calibration valid for longer.
 */
export function notAfter(now: string, told: string): string {
  return new Date(Math.min(Date.parse(told), Date.parse(now))).toISOString()
}

/** Condition that entries of this store are not in the order of their times, for statements. */
export const timesRunBackSql = `EXISTS (SELECT 1 FROM meta WHERE name = 'times_run_back')`

/** Bring moments that a wrong clock has put into the future to the present: nothing is to wait for them. */
function followClock(sql: Sql, at: string): void {
  logNote('the clock was ahead of this time: entries go on with it, times run back once', { at })
  writeMeta(sql, 'times_run_back', at)
  sql.run('UPDATE rights_changed SET at = ?1 WHERE at > ?1', at)
  sql.run('UPDATE sessions SET seen_at = ?1 WHERE seen_at > ?1', at)
}

/** Time of the last entry (ms); 0 when there is none. */
function lastTime(sql: Sql): number {
  return Date.parse(newestOperation(sql).at) || 0
}

/** Return number and time of the newest operation: read once in a transaction, which notes what it adds (`noteOperation`). */
export function newestOperation(sql: Sql): NewestOperation {
  if (sql.newest) return sql.newest
  const query = 'SELECT seq, at FROM operations ORDER BY seq DESC LIMIT 1'
  const newest = sql.first<{ seq: number; at: string }>(query) ?? { seq: 0, at: '' }
  if (sql.isWriting) sql.newest = newest
  return newest
}

/** Note the newest operation that the transaction under way has just written, and the kinds of records it has changed. */
export function noteOperation(sql: Sql, newest: NewestOperation, kinds: readonly string[]): void {
  if (!sql.isWriting) return
  sql.newest = newest
  for (const kind of kinds) sql.changedKinds.add(kind)
}
