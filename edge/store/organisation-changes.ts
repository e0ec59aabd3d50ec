import type { Setting } from '../../domain/entities/user-settings.ts'
import type { Unconfirmed, User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { capabilitiesOf, type Company } from '../../domain/entities/company.ts'
import {
  capabilityOfAction,
  isReviewerAction,
  type PersonAction,
  standingOf,
} from '../../domain/actions/person.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { mustBeMoving } from './people-moving.ts'
import { type PlannedOperation, readRecord, type StoredBody } from './operations.ts'
import type { Planners } from './planner.ts'
import { readCompany } from './principal.ts'
import { asStored, checkBase } from './record-changes.ts'
import { checkReach, checkReachOver, readProfile } from './rules/own-authority.ts'
import { checkAccessRules } from './rules/access-rules.ts'
import { confirmSettings, noteSetting } from './rules/confirm.ts'
import {
  checkGoing,
  checkName,
  checkSwarms,
  checkUsername,
  refuseOwn,
  refuseService,
} from './rules/user.ts'
import { changeSettings } from './user-settings.ts'
import type { Sql } from './sql.ts'
import { readLastBody } from './trailed-row.ts'
import { refuseUngranted, type VisitChange, visitPlanners } from './visit-changes.ts'

/** Changes of people and companies that are more than the edit of one record. */
export type OrganisationChange =
  | {
      type: 'user.stand'
      uuid: string
      action: PersonAction
      reason: string
      base?: string | undefined
    }
  /** Set by somebody else, outside the record; and confirmed by a second person (rules/confirm.ts). */
  | { type: 'user.set'; uuid: string; what: Unconfirmed['what']; reason: string }
  | { type: 'user.confirm'; uuid: string; reason: string; base: string | undefined }
  /** Into this company from another; a person who was here before comes back under the same id. */
  | { type: 'user.arrive'; uuid: string; body: StoredBody; reason: string }
  /** The person leaves as they were at `base`, which is what the other company has of them; `moving` is the operation that moves them, null for the service (finish-moves.ts). */
  | { type: 'user.leave'; uuid: string; reason: string; base: string; moving: string | null }
  /** Return a person who came, and may not leave the other company after all. */
  | { type: 'user.turn_back'; uuid: string; base: string }
  /** Sessions of a person are ended by somebody else: the entry of the trail, before they are. */
  | { type: 'sign_in.stop'; uuid: string; reason: string }
  | { type: 'api_key.stop'; uuid: string; user: string; reason: string }
  | { type: 'user.settings'; uuid: string; category: string; settings: Setting[] }
  | { type: 'company.logo'; uuid: string; logo: string }
  /** Changes that the directory has as well: the handlers keep both in step (edge/handlers/partners.ts). */
  | { type: 'company.promote'; uuid: string; reason: string }
  | { type: 'company.declass'; uuid: string; reason: string }
  | { type: 'company.underlings'; uuid: string; underlings: string[]; reason: string }
  | VisitChange
  | { type: 'company.close'; uuid: string; confirm: string | null; reason: string }
  /** The company comes back as it was when it was closed, under no partner and with no visit. */
  | { type: 'company.reopen'; uuid: string; reason: string }

export const organisationPlanners: Planners<OrganisationChange> = {
  'user.stand': (sql, { uuid, action, reason, base }, by) => ({
    kind: 'user',
    uuid,
    action: `user.${action}`,
    reason,
    change: (found) => {
      const person = mustSee('user', found, by.sight)
      checkBase(person, base, {})
      return changeStanding(sql, person, action, by)
    },
  }),
  'user.arrive': (sql, { uuid, body, reason }, by, at) => ({
    kind: 'user',
    uuid,
    action: 'user.arrive',
    reason,
    change: (before) => {
      refuseUngranted(sql, by, ['partner', 'provider'])
      const created_at = before?.created_at ?? at
      const next = withSettings(asStored('user', { ...body, uuid, created_at }), before)
      checkSwarms(sql, next, null)
      checkName(sql, next, null)
      checkUsername(sql, next, null)
      checkReach(sql, readProfile(sql, next.profile_uuid).permissions, by)
      checkAccessRules(sql, { person: next })
      return next
    },
  }),
  'user.set': (sql, { uuid, what, reason }, by, at) => ({
    kind: 'user',
    uuid,
    action: `user.set_${what}`,
    reason,
    change: (found) => {
      const person = mustSee('user', found, by.sight)
      refuseService(person)
      checkReachOver(sql, person, by)
      return noteSetting(person, what, by, at)
    },
  }),
  'user.confirm': (sql, { uuid, reason, base }, by) => ({
    kind: 'user',
    uuid,
    action: 'user.confirm',
    reason,
    change: (found) => {
      const person = mustSee('user', found, by.sight)
      checkReachOver(sql, person, by)
      // Refuse to confirm settings that were made after the page was read.
      checkBase(person, base, {})
      return confirmSettings(person, by)
    },
  }),
  'user.leave': (sql, { uuid, reason, base, moving }, by) => ({
    kind: 'user',
    uuid,
    action: 'user.leave',
    reason,
    change: (found) => {
      const person = mustSee('user', found, by.sight)
      refuseService(person)
      checkGoing(sql, person, by)
      checkBase(person, base, {})
      if (moving !== null) mustBeMoving(sql, uuid, moving)
      return null
    },
  }),
  'user.turn_back': (_sql, { uuid, base }, by) => ({
    kind: 'user',
    uuid,
    action: 'user.leave',
    change: (found) => {
      checkBase(mustSee('user', found, by.sight), base, {})
      return null
    },
  }),
  'sign_in.stop': (sql, { uuid, reason }, by) => {
    checkReachOver(sql, mustSee('user', readRecord(sql, 'user', uuid), by.sight), by)
    return {
      kind: 'sign_in',
      uuid,
      action: 'sign_in.ended',
      reason,
      change: (before) => {
        if (!before) throw new Fault('not_found', 'No such session')
        return { ...before, event: 'ended' }
      },
    }
  },
  'api_key.stop': (sql, { uuid, user, reason }, by) => {
    checkReachOver(sql, mustSee('user', readRecord(sql, 'user', user), by.sight), by)
    return {
      kind: 'api_key',
      uuid,
      action: 'api_key.deactivate',
      reason,
      change: (before) => {
        if (before?.user_uuid !== user) throw new Fault('not_found', 'No such api_key')
        return { ...before, status: 'inactive' }
      },
    }
  },
  'user.settings': (_sql, change, by, at) => changeSettings(change, by, at),
  'company.logo': (_sql, { uuid, logo }, by) => ({
    kind: 'company',
    uuid,
    action: 'company.logo',
    change: (found) => ({ ...mustSee('company', found, by.sight), logo }),
  }),
  'company.promote': (_sql, { uuid, reason }, by) => ({
    kind: 'company',
    uuid,
    action: 'company.promote',
    reason,
    change: (found) => ({ ...mustSee('company', found, by.sight), isPartner: 'Y' }),
  }),
  'company.declass': (sql, { uuid, reason }, by) => [
    {
      kind: 'company',
      uuid,
      action: 'company.declass',
      reason,
      change: (found) => ({
        ...mustSee('company', found, by.sight),
        isPartner: 'N',
        underlings: [],
      }),
    },
    // Take the flag from its people, so that a later promotion begins with nobody: who acted for the underlings then is not who may now.
    ...partnersPeople(sql).map((person): PlannedOperation<'user'> => ({
      kind: 'user',
      uuid: person,
      action: 'user.declass_from_partner',
      reason,
      change: (found) => found && { ...found, partner: 'N' },
    })),
  ],
  'company.underlings': (_sql, { uuid, underlings, reason }, by) => ({
    kind: 'company',
    uuid,
    action: 'company.set_underlings',
    reason,
    change: (found) => ({ ...mustSee('company', found, by.sight), underlings }),
  }),
  ...visitPlanners,
  'company.close': (sql, { uuid, confirm, reason }, by) => ({
    kind: 'company',
    uuid,
    action: 'company.delete',
    reason,
    change: (found) => {
      checkClosing(sql, mustSee('company', found, by.sight), confirm)
      return null
    },
  }),
  'company.reopen': (sql, { uuid, reason }) => ({
    kind: 'company',
    uuid,
    action: 'company.reopen',
    reason,
    change: (found) => {
      const before = found ?? readLastBody(sql, 'company', uuid)
      if (!before) throw new Fault('not_found', 'No such company')
      return found ?? { ...before, isPartner: 'N', underlings: [], visits: [] }
    },
  }),
}

/** Keep the open confirmations of a person who was copied here before, beside those that the second copy brings. */
function withSettings(next: User, before: User | null): User {
  const known = before?.unconfirmed ?? []
  const { unconfirmed: brought = [] } = next
  const others = known.filter(
    (one) => !brought.some(({ what, by }) => what === one.what && by === one.by),
  )
  return others.length > 0 ? { ...next, unconfirmed: [...others, ...brought] } : next
}

function changeStanding(sql: Sql, person: User, action: PersonAction, by: By): User {
  refuseOwn(sql, person, by, 'own_account', 'id')
  refuseService(person)
  checkReachOver(sql, person, by)
  const standing = standingOf(person, action)
  if (isReviewerAction(action)) allowAction('reviewer', action, standing, by.permissions)
  else allowAction('person', action, standing, by.permissions)
  const capability = capabilityOfAction[action]
  const company = readCompany(sql)
  if (capability && company && !capabilitiesOf(company)[capability]) {
    throw new Fault('refused', 'The company is not enabled for this', {
      reason: 'capability_missing',
      params: { capability },
    })
  }
  const flag = action === 'set_reviewer' || action === 'promote_to_partner' ? 'Y' : 'N'
  return isReviewerAction(action) ? { ...person, reviewer: flag } : { ...person, partner: flag }
}

/** List the people who act for the underlings of the company. */
function partnersPeople(sql: Sql): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.partner') = 'Y' ORDER BY uuid`,
    )
    .map(({ uuid }) => uuid)
}

/** @throws Fault `refused` while there are people or devices, unless the company's name is said once more. */
function checkClosing(sql: Sql, company: Company, confirm: string | null): void {
  const rows = sql.all<{ kind: string; count: number }>(
    `SELECT kind, count(*) AS count FROM records
     WHERE kind IN ('user', 'device') AND deleted_at IS NULL GROUP BY kind`,
  )
  const countOf = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
  const [people, devices] = [countOf('user'), countOf('device')]
  if (people + devices === 0 || confirm === company.name) return
  throw new Fault('refused', 'The company still has people or devices: say its name to confirm', {
    field: 'confirm',
    reason: 'company_in_use',
    params: { people, devices },
  })
}
