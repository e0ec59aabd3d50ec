import { Fault } from '../../domain/fault.ts'
import type { OperationActor } from './operations.ts'
import type { Sql } from './sql.ts'

/** Time in which a request carries a move out by itself (ms). */
const carriedMs = 5 * 60_000

export interface PersonMove {
  uuid: string
  /** Company that the person goes to. */
  to: string
  /** The person as they were copied (`updated_at`). */
  base: string
  opId: string
  reason: string
  /** The person who moves them, with their rights. */
  by: { actor: OperationActor; permissions: readonly string[] }
  /** End that the service makes of it where the order broke off, or was refused on the way; absent while the order carries it out. */
  ending?: 'finish' | 'take_back'
}

/**
 * Note a move, and return the time (ms) at which it is finished by the alarm.
 * @throws Fault `timeout` for somebody who is on the way by another order, or whose move is being ended: of two at once one would leave a
 *   copy behind, or take the other's away.
 */
export function noteMove(sql: Sql, move: PersonMove): number {
  const query = `SELECT 1 FROM people_moving
    WHERE user_uuid = ? AND (move ->> '$.opId' <> ? OR move ->> '$.ending' IS NOT NULL)`
  if (sql.first(query, move.uuid, move.opId)) throw onTheirWay()
  const due = Date.now() + carriedMs
  const row = 'INSERT OR REPLACE INTO people_moving (user_uuid, due, move) VALUES (?, ?, ?)'
  sql.run(row, move.uuid, due, JSON.stringify(move))
  return due
}

/** Let nobody leave by an order that the service is ending, or has ended. @throws Fault `timeout` */
export function mustBeMoving(sql: Sql, uuid: string, opId: string): void {
  const query = `SELECT 1 FROM people_moving
    WHERE user_uuid = ? AND move ->> '$.opId' = ? AND move ->> '$.ending' IS NULL`
  if (!sql.first(query, uuid, opId)) throw onTheirWay()
}

function onTheirWay(): Fault {
  return new Fault('timeout', 'The person is on the way to another company: try again later')
}

/** Take back a move whose order was refused on the way, also one that the alarm has ended meanwhile. */
export function giveUpMove(sql: Sql, move: PersonMove): void {
  const row = `INSERT INTO people_moving (user_uuid, due, move) VALUES (?1, ?2, ?3)
    ON CONFLICT (user_uuid) DO UPDATE SET due = ?2, move = ?3 WHERE move ->> '$.opId' = ?4`
  const ending: PersonMove = { ...move, ending: 'take_back' }
  sql.run(row, move.uuid, Date.now(), JSON.stringify(ending), move.opId)
}

/** Forget the move of an order, but not one of the same person that was ordered since. */
export function forgetMove(sql: Sql, uuid: string, opId: string): void {
  const query = `DELETE FROM people_moving WHERE user_uuid = ? AND move ->> '$.opId' = ?`
  sql.run(query, uuid, opId)
}
