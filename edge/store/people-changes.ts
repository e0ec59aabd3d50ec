import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { type By, mustSee } from './by.ts'
import { type PlannedOperation, readRecord, type StoredBody } from './operations.ts'
import type { Planners } from './planner.ts'
import { asStored } from './record-changes.ts'
import { userRules } from './rules/user.ts'
import type { Sql } from './sql.ts'

/** Changes of several people, of all of them or none. */
export type PeopleChange =
  /** A problem is at `people.INDEX.FIELD`. */
  | { type: 'user.invite'; people: { uuid: string; body: StoredBody }[] }
  /** Rights that groups of the identity provider give their members. */
  | { type: 'user.follow_groups'; people: GroupRights[]; reason: string }

/** Rights that groups of the identity provider give a person, and those that they gave before a change. */
export interface GroupRights {
  uuid: string
  profile_uuid: string | null
  swarms: string[]
  gave: { profiles: string[]; swarms: string[] }
  /** Profile of somebody whom no group gives one any more. */
  least: string
}

/** Return a person with what their groups give. What no group gives stays as it is; what one gave is taken by leaving it. */
export function withGroupRights(
  person: User,
  { profile_uuid, swarms, gave, least }: Omit<GroupRights, 'uuid'>,
): User {
  const kept = person.swarms.filter((uuid) => !gave.swarms.includes(uuid))
  const left = gave.profiles.includes(person.profile_uuid) ? least : person.profile_uuid
  return {
    ...person,
    profile_uuid: profile_uuid ?? left,
    swarms: [...new Set([...kept, ...swarms])],
  }
}

/** Tell whether a person has the same profile and swarms. */
export function hasSameRights(one: User, other: User): boolean {
  return (
    one.profile_uuid === other.profile_uuid &&
    one.swarms.length === other.swarms.length &&
    one.swarms.every((uuid) => other.swarms.includes(uuid))
  )
}

export const peoplePlanners: Planners<PeopleChange> = {
  'user.invite': (sql, { people }, by, at) =>
    people.map(({ uuid, body }, line): PlannedOperation<'user'> => ({
      kind: 'user',
      uuid,
      action: 'user.create',
      change: () => judgeNewPerson(sql, { ...body, uuid, created_at: at }, { line, by, at }),
    })),
  'user.follow_groups': (sql, { people, reason }, by, at) =>
    people
      .filter(({ uuid, ...given }) => {
        const known = readRecord(sql, 'user', uuid)
        return !known || !hasSameRights(known, withRights(sql, known, given))
      })
      .map(({ uuid, ...given }): PlannedOperation<'user'> => ({
        kind: 'user',
        uuid,
        action: 'user.edit',
        reason,
        change: (found) => {
          const before = mustSee('user', found, by.sight)
          const next = withRights(sql, before, given)
          userRules.check?.(sql, next, before, by, at)
          return userRules.complete?.(sql, next, before, by, at, next) ?? next
        },
      })),
}

/** Return a person as they are now with what their groups give, without what was merged or deleted since it was mapped. */
function withRights(sql: Sql, person: User, given: Omit<GroupRights, 'uuid'>): User {
  const swarms = given.swarms.filter((one) => person.swarms.includes(one) || isOpen(sql, one))
  const { profile_uuid: profile } = given
  const profile_uuid = profile !== null && readRecord(sql, 'profile', profile) ? profile : null
  return withGroupRights(person, { ...given, swarms, profile_uuid })
}

/** Return true for a swarm that people can be put into. */
function isOpen(sql: Sql, uuid: string): boolean {
  const swarm = readRecord(sql, 'swarm', uuid)
  return swarm !== null && swarm.archived !== 1
}

/**
 * Judge somebody new by the rules of people.
 * @returns the record to write. @throws Fault with the line of the list in its field.
 */
export function judgeNewPerson(
  sql: Sql,
  body: StoredBody,
  { line, by, at }: { line: number; by: By; at: string },
): StoredBody {
  const next = asStored('user', body)
  try {
    userRules.check?.(sql, next, null, by, at)
    return userRules.complete?.(sql, next, null, by, at, body) ?? next
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [first, ...rest] = error.details.map((detail) => ({
      ...detail,
      field: `people.${line}.${detail.field ?? 'name'}`,
    }))
    throw first ? new Fault([first, ...rest]) : error
  }
}
