import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { endFormerWays, moveLogin } from '../directory/directory.ts'
import { followAddress } from '../directory/follow-record.ts'
import { companiesOf } from '../directory/people.ts'
import { leaveGroups } from '../directory/scim.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { readCompanyId } from './meta.ts'
import { type OperationActor, readRecord } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { bySystem } from './publications.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/*
 * A person moves to another company by several steps in three places (organisation/migrate-person.ts). The move is noted before the first,
 * so that one that breaks off leaves nobody in two companies: a copy without a way in would count as an administrator.
 */

/** Time in which a request carries a move out by itself (ms). */
const carriedMs = 5 * 60_000
/** Pause before a move that could not be finished is looked at again (ms). */
const restMs = 60_000

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
  /** How the service ends the move since the order broke off, or was refused on the way; absent while the order carries it out. */
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

/** Finish the moves that broke off. A failure is logged, and tried again; no order is taken for the person meanwhile. */
export async function finishMoves(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Pick<OtherStore, 'change'>,
): Promise<void> {
  const end = `UPDATE people_moving SET move = json_set(move, '$.ending', 'finish')
    WHERE due <= ? AND move ->> '$.ending' IS NULL`
  sql.run(end, Date.now())
  const rows = sql.all<{ user_uuid: string; due: number; move: string }>(
    'SELECT user_uuid, due, move FROM people_moving ORDER BY due',
  )
  const next = rows.map(({ due }) => due).filter((due) => due > Date.now())
  for (const { move } of rows.filter(({ due }) => due <= Date.now())) {
    const known = JSON.parse(move) as PersonMove
    try {
      // Finish one after the other: they are few.
      // oxlint-disable-next-line no-await-in-loop
      await finish(known, { env, sql, own })
      forgetMove(sql, known.uuid, known.opId)
    } catch (error) {
      logFailure('move of a person not finished', error)
      next.push(Date.now() + restMs)
    }
  }
  if (next.length > 0) await wakeBy(storage, Math.min(...next))
}

interface Ways {
  env: Env
  sql: Sql
  own: Pick<OtherStore, 'change'>
}

async function finish(move: PersonMove, { env, sql, own }: Ways): Promise<void> {
  const { uuid, to, base, opId, reason, ending } = move
  const from = readCompanyId(sql) ?? ''
  const by: By = { ...bySystem, ...move.by }
  const isHere = () => readRecord(sql, 'user', uuid) !== null
  // Ask where they sign in: they may have gone on from the other company meanwhile, or have been deleted.
  const [way] = await companiesOf(env.DIRECTORY, [uuid])
  if (isHere() && way !== undefined && way !== from) {
    const leave = { type: 'user.leave', uuid, reason, base, moving: null } as const
    const hasLeft = ending === 'finish' && (await own.change(leave, opId, by)).ok
    // Take the login back where they stay: refused, changed here since, or the last administrator by now.
    if (!hasLeft) await moveLogin(env.DIRECTORY, uuid, { from: way, to: from })
  }
  const place = isHere() ? from : way
  for (const company of new Set([to, way ?? to])) {
    // Remove one after the other: there are two at most.
    // oxlint-disable-next-line no-await-in-loop
    if (company !== place) await removeCopy(otherStore(env, company), uuid, by)
  }
  if (place === undefined) return
  await followAddress(env.DIRECTORY, { user: uuid, company: place }, async () => {
    if (place === from) return readRecord(sql, 'user', uuid)?.email ?? null
    return (await findThere(otherStore(env, place), uuid, by))?.email ?? null
  })
  if (place === from) return
  await endFormerWays(env.DIRECTORY, uuid)
  await leaveGroups(env.DIRECTORY, { company: from, user: uuid, at: new Date().toISOString() })
}

/** Remove the copy of somebody who has no way in there. */
async function removeCopy(
  there: Pick<OtherStore, 'ask' | 'change'>,
  uuid: string,
  by: By,
): Promise<void> {
  const copy = await findThere(there, uuid, by)
  if (!copy) return
  const change = { type: 'user.turn_back', uuid, base: copy.updated_at } as const
  await unwrap(there.change(change, makeUuid(), by))
}

async function findThere(
  there: Pick<OtherStore, 'ask'>,
  uuid: string,
  by: By,
): Promise<User | undefined> {
  const [found] = await unwrap(there.ask({ name: 'peopleOf', uuids: [uuid] }, by.sight))
  return found
}
