import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { endFormerWays, moveLogin } from '../directory/directory.ts'
import { followAddress } from '../directory/follow-record.ts'
import { leaveGroups } from '../directory/scim.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { ordinaryProfile } from './found-company.ts'
import { unwrap } from '../outcome.ts'
import type { PersonMove } from '../store/people-moving.ts'
import { refuseService } from '../store/rules/user.ts'
import { actInVisit } from '../reach.ts'
import { endAllSessions } from '../session/end-sessions.ts'

interface Move {
  company_uuid: string
  profile_uuid?: string | undefined
  swarms?: string[] | undefined
  reason?: string | undefined
}

/** Limit the attempts to copy a person whose record changes during the move. */
const mostCopies = 5

/**
 * Move a person with their login into another company that the account reaches. They are created there, then the login
 * moves, then they are removed here: after a break, the service finishes it by itself (store/finish-moves.ts), and no step in between
 * gives anyone more rights than the records do. Who may not be removed after all, such as the last administrator, is turned back. They are removed
 * only as they were copied: a change made here meanwhile is taken along by another copy. Both companies have an entry in their audit trail. Reviewer and partner flags do not travel.
 * @throws Fault `not_found` for a company out of reach, `invalid` for the one they are in, `stale` when the person
 *   keeps changing meanwhile.
 */
export async function migratePerson(
  context: AccountContext,
  uuid: string,
  move: Move,
): Promise<User> {
  const { own, by, opId, company } = context
  if (move.company_uuid === company) {
    throw new Fault('invalid', 'Choose a different company', {
      field: 'company_uuid',
      reason: 'same_company',
    })
  }
  const there = await actInVisit(context, move.company_uuid)
  if (await unwrap(own.ask({ name: 'hasLeft', uuid, opId, by }, by.sight))) {
    await endWays(context, uuid)
    await own.forgetMove(uuid, opId)
    return await unwrap(there.own.get('user', uuid, there.by.sight))
  }
  await unwrap(own.ask({ name: 'checkPerson', uuid, patch: 'leave', by }, by.sight))
  refuseService(await unwrap(own.get('user', uuid, by.sight)))
  for (let copy = 1; ; copy++) {
    const person = await unwrap(own.get('user', uuid, by.sight))
    const body = await bodyThere(context, there, person, move)
    const noted = noteOf(context, there, person, move)
    await unwrap(own.noteMove(noted))
    const moved = await moveCopy(context, there, noted, body).catch(async (error: unknown) => {
      if (!(error instanceof Fault)) throw error
      if (error.code === 'stale' && copy < mostCopies) return null
      // Take back what was done of it: they keep their way in here.
      await own.finishMoves(noted)
      throw error
    })
    if (!moved) continue
    await endAllSessions(context, company, uuid, 'administrator')
    return moved
  }
}

/** Describe the move of a person as they are now. */
function noteOf(
  { by: { actor, permissions }, opId }: AccountContext,
  there: AccountContext,
  { uuid, updated_at: base }: User,
  { reason = '' }: Move,
): PersonMove {
  return { uuid, to: there.company, base, opId, reason, by: { actor, permissions } }
}

/** @throws Fault `stale` where the person has been changed here since they were copied. */
async function moveCopy(
  context: AccountContext,
  there: AccountContext,
  { uuid, base, reason }: PersonMove,
  body: Record<string, unknown>,
): Promise<User> {
  const { own, by, opId, env, company } = context
  const moved = await arrive(there, `${opId}:${base}`, { uuid, body, reason })
  if (!(await moveLogin(env.DIRECTORY, uuid, { from: company, to: there.company }))) {
    // Refuse somebody who was deleted meanwhile: without a way in they are nobody there.
    throw new Fault('not_found', 'No such user')
  }
  await unwrap(own.change({ type: 'user.leave', uuid, reason, base, moving: opId }, opId, by))
  await endWays(context, uuid)
  // Take along no address that was given to them here meanwhile: their record came without it.
  await followAddress(env.DIRECTORY, { user: uuid, company: there.company }, async () => {
    const known = await there.own.get('user', uuid, there.by.sight)
    return known.ok ? known.value.email : null
  })
  await own.forgetMove(uuid, opId)
  return moved
}

/** End what somebody who has left had here: keys, the identity provider, and its groups, in which they would be again on coming back. */
async function endWays({ env, company }: AccountContext, user: string): Promise<void> {
  await endFormerWays(env.DIRECTORY, user)
  await leaveGroups(env.DIRECTORY, { company, user, at: new Date().toISOString() })
}

/** @param copyId one operation for each state of the person: the same one twice is one copy, a later one another. */
async function arrive(
  { own, by }: AccountContext,
  copyId: string,
  person: { uuid: string; body: Record<string, unknown>; reason: string },
): Promise<User> {
  const change = { type: 'user.arrive', ...person } as const
  const copy = async (id: string) => (await unwrap(own.change(change, id, by))) as User | null
  // Copy once more where a copy was turned back.
  const moved = (await copy(copyId)) ?? (await copy(makeUuid()))
  if (moved) return moved
  throw new Fault('not_found', 'No such user')
}

async function bodyThere(
  context: AccountContext,
  there: AccountContext,
  person: User,
  move: Move,
): Promise<Record<string, unknown>> {
  const { own, by } = context
  const profile = await unwrap(own.get('profile', person.profile_uuid, by.sight))
  if (move.profile_uuid === undefined) {
    await checkOrdinary(there)
    // Ask for a profile where theirs is their own, which may hold less than the ordinary one that it was made from.
    if (profile.uuid !== ordinaryProfile(context.company, profile.base)) throw profileNeeded()
  }
  const { uuid: _uuid, created_at: _created, updated_at: _updated, ...fields } = person
  return {
    ...fields,
    profile_uuid: move.profile_uuid ?? ordinaryProfile(there.company, profile.base),
    swarms: move.swarms ?? [],
    reviewer: 'N',
    partner: 'N',
  }
}

/** Ask for an explicit profile in the provider's company: its profiles reach over every company. */
async function checkOrdinary({ own }: AccountContext): Promise<void> {
  const { capabilities } = await unwrap(own.describe())
  if (!capabilities.provider) return
  throw profileNeeded()
}

function profileNeeded(): Fault {
  return new Fault('invalid', 'Say which profile they get there', {
    field: 'profile_uuid',
    reason: 'required',
  })
}
