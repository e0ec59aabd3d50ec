import type { User } from '../../domain/entities/user.ts'
import { endFormerWays, moveLogin } from '../directory/directory.ts'
import { followAddress } from '../directory/follow-record.ts'
import { companiesOf } from '../directory/people.ts'
import { leaveGroups } from '../directory/scim.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { readCompanyId } from './meta.ts'
import { readRecord } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { forgetMove, type PersonMove } from './people-moving.ts'
import { bySystem } from './publications.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/*
 * A person moves to another company by several steps in three places (organisation/migrate-person.ts). The move is noted before the first,
 * so that one that breaks off leaves nobody in two companies: a copy without a way in would count as an administrator.
 */

/** Pause before a move that could not be finished is looked at again (ms). */
const restMs = 60_000

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
