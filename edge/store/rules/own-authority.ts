import { capabilitiesOf } from '../../../domain/entities/company.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import { Fault } from '../../../domain/fault.ts'
import { capabilityFor, type Permission } from '../../../domain/permissions.ts'
import type { By } from '../by.ts'
import { readRecord } from '../operations.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'
import { openRecord } from '../open-record.ts'

/** Nobody gives away more than they hold, and nobody touches who holds more (trust: privilege escalation). */

/**
 * Return the permissions that the actor may grant: of an account of this company all of its profile, also those that the
 * company cannot use now; of a key or an account of another company those that they hold here.
 */
export function heldBy(sql: Sql, by: By): ReadonlySet<string> {
  const held = new Set(by.permissions)
  if (by.actor.via !== 'account') return held
  const person = readRecord(sql, 'user', by.actor.uuid)
  const profile = person && readRecord(sql, 'profile', person.profile_uuid)
  for (const name of profile?.permissions ?? []) held.add(name)
  return held
}

/**
 * Find the first permission that the actor may not give, or null. It is unknown whether a key or a person from outside
 * holds what the company cannot use, so that is allowed; a person at home gives only what their profile holds: an
 * unusable permission takes effect when the company is enabled.
 */
function findBeyond(sql: Sql, permissions: readonly string[], by: By): string | null {
  const held = heldBy(sql, by)
  if (by.actor.via === 'account') return permissions.find((name) => !held.has(name)) ?? null
  const company = readCompany(sql)
  const usable = (name: string) => {
    const capability = capabilityFor(name as Permission)
    if (capability === null || capability === 'provider' || !company) return true
    return capabilitiesOf(company)[capability]
  }
  return permissions.find((name) => !held.has(name) && usable(name)) ?? null
}

/** @throws Fault `forbidden` naming the first permission that is beyond the actor's own. */
export function checkReach(
  sql: Sql,
  permissions: readonly string[],
  by: By,
  field = 'profile_uuid',
): void {
  const beyond = findBeyond(sql, permissions, by)
  if (beyond === null) return
  throw new Fault('forbidden', 'This profile reaches further than your own', {
    field,
    reason: 'profile_beyond_own',
    params: { permission: beyond },
  })
}

/** @throws Fault `invalid` for a profile that the company does not have. */
export function readProfile(sql: Sql, uuid: string): Profile {
  const profile = readRecord(sql, 'profile', uuid)
  if (profile) return profile
  throw new Fault('invalid', 'There is no such profile', {
    field: 'profile_uuid',
    reason: 'profile_unknown',
  })
}

/**
 * @throws Fault when the person's profile is beyond the actor's own; one's own record is never, unless a key acts: by
 * another e-mail address it could take over the whole account.
 */
export function checkReachOver(sql: Sql, person: User, by: By): void {
  if (person.uuid === by.actor.uuid && by.actor.key === undefined) return
  const profile = readRecord(sql, 'profile', person.profile_uuid)
  checkReach(sql, profile?.permissions ?? [], by, 'id')
}

const administering: readonly Permission[] = ['users.edit', 'permissions.edit']

/** Return true when people with these permissions can repair the people and profiles of the company. */
export function administers(permissions: readonly string[]): boolean {
  return administering.every((name) => permissions.includes(name))
}

/** List the profiles whose people administer the company. */
export function listAdministering(sql: Sql): string[] {
  return sql
    .all<{ body: string }>(`SELECT body FROM records WHERE kind = 'profile' AND deleted_at IS NULL`)
    .map(({ body }) => openRecord('profile', body))
    .filter(({ permissions }) => administers(permissions))
    .map(({ uuid }) => uuid)
}

/**
 * @param change what is about to be different: a person who goes, or a profile that holds less.
 * @throws Fault `refused` when nobody would be left who administers the company.
 */
export function checkAdministratorLeft(
  sql: Sql,
  change: { without?: string; lesser?: string },
): void {
  const profiles = listAdministering(sql).filter((uuid) => uuid !== change.lesser)
  const left = sql.first(
    `SELECT 1 FROM records WHERE kind = 'user' AND deleted_at IS NULL AND uuid <> ?
       AND json_extract(body, '$.active') = 'Y' AND json_extract(body, '$.service') IS NULL
       AND json_extract(body, '$.profile_uuid') IN (SELECT value FROM json_each(?)) LIMIT 1`,
    change.without ?? '',
    JSON.stringify(profiles),
  )
  if (left) return
  throw new Fault('refused', 'The company would be left without an administrator', {
    reason: 'last_administrator',
  })
}
