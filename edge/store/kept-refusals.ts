import { Fault, type FaultCode, type FaultDetail } from '../../domain/fault.ts'
import { findOperation } from './operations.ts'
import type { Sql } from './sql.ts'

/** Verdicts on an operation as such; what is only not found, or an id that is somebody else's, is none. */
const final: readonly FaultCode[] = ['refused', 'stale', 'invalid', 'reason_needed', 'forbidden']

/** A delivery that is still on its way after so long is none. */
const keepDays = 30

/**
 * Keep that an operation was refused. Its sender has gone on with what came behind it: a second delivery of it that was
 * held up must not be taken after that, when the state that was in the way has passed.
 */
export function keepRefusal(sql: Sql, opId: string, errors: FaultDetail[], at: string): void {
  const [first] = errors
  if (!first || !final.includes(first.code) || findOperation(sql, opId)) return
  const oldest = new Date(Date.parse(at) - keepDays * 86_400_000).toISOString()
  sql.run('DELETE FROM kept_refusals WHERE at < ?', oldest)
  const plain = errors.map((error) => ({ ...error, versions: undefined }))
  const query = 'INSERT OR IGNORE INTO kept_refusals (op_id, errors, at) VALUES (?, ?, ?)'
  sql.run(query, opId, JSON.stringify(plain), at)
}

/**
 * @param versions of a clash, read again: a record is kept in one place only.
 * @throws Fault with which the operation was refused before.
 */
export function refuseAgain(sql: Sql, opId: string, versions: FaultDetail['versions']): void {
  const query = 'SELECT errors FROM kept_refusals WHERE op_id = ?'
  const kept = sql.first<{ errors: string }>(query, opId)?.errors
  const [first, ...others] = kept ? (JSON.parse(kept) as FaultDetail[]) : []
  if (first) throw new Fault([first.code === 'stale' ? { ...first, versions } : first, ...others])
}
