import type { Reason } from '../../../domain/reasons/reason.ts'
import type { User } from '../../../domain/entities/user.ts'
import { Fault } from '../../../domain/fault.ts'
import type { By } from '../by.ts'
import { readRecord } from '../operations.ts'
import { peopleBehind } from '../people-behind.ts'
import type { RecordRules } from '../record-rule.ts'
import type { Sql } from '../sql.ts'
import { looksLike, refuseMarksOnly } from '../../names/look-alike.ts'
import { checkAccessRules } from './access-rules.ts'
import { noteSetting } from './confirm.ts'
import {
  administers,
  checkAdministratorLeft,
  checkReach,
  checkReachOver,
  readProfile,
} from './own-authority.ts'

/** People: no more given than held, nobody's own name, profile or end, and always an administrator left. */
export const userRules: RecordRules<'user'> = {
  check: (sql, next, known, by) => {
    checkSwarms(sql, next, known)
    // Check a changed name also of somebody who is not active: it is shown beside the others'.
    const isRenamed = known !== null && known.name !== next.name
    if (next.active === 'Y' || isRenamed) checkName(sql, next, known)
    checkUsername(sql, next, known)
    checkZone(next, known)
    checkService(sql, next, known)
    if (known) checkReachOver(sql, known, by)
    if (isRenamed) refuseOwn(sql, known, by, 'own_name', 'name')
    if (known?.profile_uuid !== next.profile_uuid) {
      if (known) refuseOwn(sql, known, by, 'own_profile', 'profile_uuid')
      checkReach(sql, readProfile(sql, next.profile_uuid).permissions, by)
    }
    if (known && known.active !== next.active) refuseOwn(sql, known, by, 'own_account', 'active')
    if (known && isAdministrator(sql, known) && !isAdministrator(sql, next)) {
      checkAdministratorLeft(sql, { without: known.uuid })
    }
    if (known?.profile_uuid !== next.profile_uuid || known.active !== next.active) {
      checkAccessRules(sql, { person: next })
    }
  },
  complete: (_sql, after, before, by, at) => {
    // Return a program as it is: nobody signs as one, so there is nothing to confirm.
    if (after.service) return after
    if (!before) return noteSetting(after, 'person', by, at)
    // Note a name that an unconfirmed account sets: it would be a person's own word on their own name.
    const renamed = after.name !== before.name && by.unconfirmed === true
    const person = renamed ? noteSetting(after, 'person', by, at) : after
    return after.email === before.email ? person : noteSetting(person, 'email', by, at)
  },
  checkDelete: (sql, before, by) => checkGoing(sql, before, by),
}

/**
 * Refuse a name that is like another of the company, also of those who have left or had another name: the name is what a
 * signature prints, and it is not given to somebody else (21 CFR 11.100(a)).
 * @throws Fault `taken` for one that another has or had, or that looks like theirs (UTS #39).
 */
export function checkName(sql: Sql, next: User, known: User | null): void {
  if (known?.name === next.name && known.active === next.active) return
  refuseMarksOnly(next.name)
  const others = sql.all<{ name: string | null }>(
    `SELECT name FROM records WHERE kind = 'user' AND uuid <> ?1
     UNION SELECT json_extract(change.value, '$.before')
       FROM audit, json_each(audit.entry, '$.changes') change
       WHERE audit.kind = 'user' AND audit.uuid <> ?1 AND json_extract(change.value, '$.field') = 'name'`,
    next.uuid,
  )
  const isAlike = looksLike(withoutEdges(next.name))
  if (!others.some(({ name }) => name !== null && isAlike(withoutEdges(name)))) return
  throw new Fault('taken', 'Somebody else of the company has a name that looks like this', {
    field: 'name',
    reason: 'name_alike',
  })
}

/**
 * Refuse a user name that looks like another one of the company, since lists of people show them. The directory refuses a name
 * that another account already has. Names that were alike before this rule stay until they are changed.
 * @throws Fault `invalid` for nothing but punctuation, `taken` for one that looks like another's.
 */
export function checkUsername(sql: Sql, next: User, known: User | null): void {
  if (known?.username === next.username) return
  refuseMarksOnly(next.username, 'username')
  const others = sql.all<{ username: string }>(
    `SELECT json_extract(body, '$.username') AS username FROM records
     WHERE kind = 'user' AND uuid <> ? AND json_extract(body, '$.username') IS NOT NULL`,
    next.uuid,
  )
  const isAlike = looksLike(withoutEdges(next.username))
  if (!others.some(({ username }) => isAlike(withoutEdges(username)))) return
  throw new Fault('taken', 'Somebody else of the company has a user name that looks like this', {
    field: 'username',
    reason: 'name_alike',
  })
}

/** Remove punctuation at both ends of a name: people overlook a dot or an apostrophe there. */
function withoutEdges(name: string): string {
  return name.replaceAll(/^[\p{P}\p{Lm}\p{Sk}\s]+|[\p{P}\p{Lm}\p{Sk}\s]+$/gu, '') || name
}

/** Check that a person may be deleted or moved to another company. @throws Fault */
export function checkGoing(sql: Sql, person: User, by: By): void {
  refuseOwn(sql, person, by, 'own_account', 'id')
  checkReachOver(sql, person, by)
  if (isAdministrator(sql, person)) checkAdministratorLeft(sql, { without: person.uuid })
}

/** Refuse a change of one's own account that another person must make, also by a program of one's own. @throws Fault `refused` */
export function refuseOwn(sql: Sql, person: User, by: By, reason: Reason, field: string): void {
  if (peopleBehind(sql, by.actor).every(({ uuid }) => uuid !== person.uuid)) return
  throw new Fault('refused', 'Somebody else must do this for you', { field, reason })
}

/** Refuse what only a person can be or have. @throws Fault `refused` for a service account. */
export function refuseService({ service }: Pick<User, 'service'>, field = 'id'): void {
  if (!service) return
  throw new Fault('refused', 'This is a service account', { field, reason: 'service_account' })
}

/**
 * Check that a service account stays one, keeps its address, and has people as owners.
 * @throws Fault `refused` or `invalid` with the place.
 */
function checkService(sql: Sql, next: User, known: User | null): void {
  if (known && (known.service !== undefined) !== (next.service !== undefined)) {
    throw new Fault('refused', 'A person stays a person', {
      field: 'service',
      reason: 'service_account',
    })
  }
  if (known && next.email !== known.email) refuseService(next, 'email')
  next.service?.owners.forEach((owner, index) => {
    if (known?.service?.owners.includes(owner)) return
    const person = readRecord(sql, 'user', owner)
    const isTwice = next.service?.owners.indexOf(owner) !== index
    if (person?.active === 'Y' && !person.service && !isTwice) return
    throw new Fault('invalid', 'An owner is a person of the company with access', {
      field: `owners.${index}`,
      reason: 'service_owner',
    })
  })
}

function isAdministrator(sql: Sql, { active, profile_uuid, service }: User): boolean {
  // Leave out programs, which do not repair the rights of people.
  if (active !== 'Y' || service) return false
  const profile = readRecord(sql, 'profile', profile_uuid)
  return administers((profile?.['permissions'] as string[] | undefined) ?? [])
}

/** Check that a person's swarms are the company's, each once; an archived one only for people who are in it already. */
export function checkSwarms(
  sql: Sql,
  { swarms }: Pick<User, 'swarms'>,
  known: Pick<User, 'swarms'> | null,
): void {
  swarms.forEach((uuid, index) => {
    if (known?.swarms.includes(uuid)) return
    const swarm = readRecord(sql, 'swarm', uuid)
    if (swarm && swarm.archived !== 1 && swarms.indexOf(uuid) === index) return
    throw new Fault('invalid', 'There is no such swarm, or it is there twice', {
      field: `swarms.${index}`,
      reason: 'swarm_unknown',
    })
  })
}

/** @throws Fault `invalid` for a time zone that the IANA data base does not have. */
export function checkZone(
  { timezone }: Pick<User, 'timezone'>,
  known: Pick<User, 'timezone'> | null,
): void {
  if (timezone === known?.timezone) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw new Fault('invalid', 'There is no such time zone', {
      field: 'timezone',
      reason: 'timezone_unknown',
    })
  }
}
