import {
  type AttributeAccount,
  type ContextAttribute,
  valueFor,
} from '../../../domain/entities/context-attribute.ts'
import { capabilitiesOf } from '../../../domain/entities/company.ts'
import type { AccessRules, MatrixLine, ProfileEffect } from '../../../domain/calls/profiles.ts'
import type { Setting } from '../../../domain/entities/user-settings.ts'
import type { User } from '../../../domain/entities/user.ts'
import { Fault, type FaultDetail } from '../../../domain/fault.ts'
import {
  type Capabilities,
  capabilityFor,
  effectivePermissions,
  permissionNames,
  permissions,
  productFlags,
} from '../../../domain/permissions.ts'
import { hiddenDeviceTypes } from '../../../domain/rules/device-sight.ts'
import { comparePermissions } from '../../../domain/rules/profile-change.ts'
import { readTrueKeys } from '../api-keys.ts'
import { type By, readSeen } from '../by.ts'
import { checkEnd } from '../damage.ts'
import type { Sight } from '../lists.ts'
import { looksLike } from '../../names/look-alike.ts'
import { findOperation, isRepeat, readRecord, type StoredBody } from '../operations.ts'
import { judgeNewPerson } from '../people-changes.ts'
import { readCompany } from '../principal.ts'
import { countMoves } from '../merge-swarms.ts'
import { checkBase } from '../record-changes.ts'
import { confirmSettings } from '../rules/confirm.ts'
import {
  checkReach,
  checkReachOver,
  heldBy,
  listAdministering,
  readProfile,
} from '../rules/own-authority.ts'
import { countUses, profileRules } from '../rules/organisation.ts'
import { checkGoing, checkSwarms, userRules } from '../rules/user.ts'
import type { Sql } from '../sql.ts'
import { readTrueBody } from '../trailed-row.ts'
import { readSettings } from '../user-settings.ts'
import { openRecord } from '../open-record.ts'

export interface Member extends Record<string, string> {
  swarm: string
  kind: string
  uuid: string
  name: string
}

export const organisationQueries = {
  /** Count the devices of the company: their number, and nothing about them. */
  fleetSize: (sql: Sql, _asked: object): number =>
    sql.all<{ devices: number }>(
      "SELECT COUNT(*) AS devices FROM records WHERE kind = 'device' AND deleted_at IS NULL",
    )[0]?.devices ?? 0,

  /** List the members of these swarms, of the visible kinds. */
  swarmMembers: (sql: Sql, { swarms }: { swarms: string[] }, sight: Sight): Member[] =>
    sql.all<Member>(
      `SELECT swarm.value AS swarm, kind, uuid, name
       FROM records, json_each(body, '$.swarms') AS swarm
       WHERE kind IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
         AND swarm.value IN (SELECT value FROM json_each(?))
         AND (kind = 'user' OR json_extract(body, '$.deviceType') NOT IN (SELECT value FROM json_each(?)))
       ORDER BY name, uuid`,
      JSON.stringify(['user', 'device'].filter((kind) => sight.kinds.includes(kind))),
      JSON.stringify(swarms),
      JSON.stringify(hiddenDeviceTypes(sight.closed ?? [])),
    ),

  /** Count the records, people and devices of a swarm. */
  swarmUses: (sql: Sql, { swarm }: { swarm: string }) => countUses(sql, swarm),

  /** Count what is in a swarm, and of it what a merge would leave. */
  swarmEffect: (sql: Sql, { swarm }: { swarm: string }) => ({
    ...countUses(sql, swarm),
    ...countMoves(sql, swarm),
  }),

  /** Count the people of each of these profiles. */
  profileCounts: (sql: Sql, { profiles }: { profiles: string[] }): Record<string, number> =>
    Object.fromEntries(
      sql
        .all<{ profile: string; count: number }>(
          `SELECT json_extract(body, '$.profile_uuid') AS profile, count(*) AS count FROM records
           WHERE kind = 'user' AND deleted_at IS NULL
             AND json_extract(body, '$.profile_uuid') IN (SELECT value FROM json_each(?))
           GROUP BY 1`,
          JSON.stringify(profiles),
        )
        .map(({ profile, count }) => [profile, count]),
    ),

  /** Every permission beside a profile: held by it or not, and whether the actor may give it. */
  profileMatrix: (sql: Sql, { uuid, by }: { uuid: string; by: By }, sight: Sight): MatrixLine[] => {
    const profile = readSeen(sql, 'profile', uuid, sight)
    const held = heldBy(sql, by)
    const company = readCompany(sql)
    const capabilities = company && capabilitiesOf(company)
    return permissions.map((permission) => ({
      permission,
      route_name: permissionNames[permission],
      granted: profile.permissions.includes(permission),
      refusal: refusalOf(capabilityFor(permission), capabilities, held.has(permission)),
    }))
  },

  /**
   * Effect of other permissions of a profile, before they are saved: asked of the same rules as the change itself. The calls
   * that open and close are added by the handler.
   */
  profileEffect: (
    sql: Sql,
    { uuid, permissions: wanted, by }: { uuid: string; permissions: string[]; by: By },
    sight: Sight,
  ): Omit<ProfileEffect, 'opened' | 'closed'> => {
    const before = readSeen(sql, 'profile', uuid, sight)
    const company = readCompany(sql)
    const { gained, lost } = comparePermissions(before.permissions, wanted)
    const working = company ? effectivePermissions(wanted, capabilitiesOf(company)) : []
    return {
      gained,
      lost,
      asleep: gained.filter((name) => !working.includes(name)),
      people: sql.all<{ uuid: string; name: string; active: 'Y' | 'N' }>(
        `SELECT uuid, name, json_extract(body, '$.active') AS active FROM records
         WHERE kind = 'user' AND deleted_at IS NULL AND json_extract(body, '$.profile_uuid') = ?
         ORDER BY name, uuid`,
        uuid,
      ),
      refusal: refusalBy(() =>
        profileRules.check?.(sql, { ...before, permissions: wanted }, before, by, ''),
      ),
    }
  },

  /** Read the company's rules about its profiles. @throws Fault `not_found` for a company that is gone. */
  accessRules: (sql: Sql, _asked: object): AccessRules & { uuid: string } => {
    const company = readCompany(sql)
    if (!company) throw new Fault('not_found', 'No such company')
    const { uuid, updated_at, access_rules: rules = [] } = company
    return { uuid, updated_at, rules }
  },

  /** The rules of an edit of a person, looked at before anything outside the store is changed. @throws Fault */
  checkPerson: (
    sql: Sql,
    {
      uuid,
      patch,
      by,
      base,
      opId,
    }: {
      uuid: string
      patch: Partial<User> | 'leave'
      by: By
      /** Version that the editor saw; not asked for again where the operation was made already. */
      base?: string | undefined
      opId?: string
    },
    sight: Sight,
  ): null => {
    const before = readSeen(sql, 'user', uuid, sight)
    if (opId === undefined || !findOperation(sql, opId)) checkBase(before, base, {})
    if (patch === 'leave') checkGoing(sql, before, by)
    else userRules.check?.(sql, { ...before, ...patch }, before, by, '')
    return null
  },

  /** Check that this person may give a profile and swarms to others. @throws Fault */
  checkGrant: (
    sql: Sql,
    {
      profile_uuid,
      swarms,
      kept,
      by,
    }: Pick<User, 'swarms'> & { profile_uuid: string | null; kept: string[]; by: By },
  ): null => {
    if (profile_uuid !== null) checkReach(sql, readProfile(sql, profile_uuid).permissions, by)
    checkSwarms(sql, { swarms }, { swarms: kept })
    return null
  },

  /** Find what the rules refuse of people that would be made together, each at `people.INDEX.FIELD`; nothing is written. */
  checkPeople: (sql: Sql, { bodies, by }: { bodies: StoredBody[]; by: By }): FaultDetail[] => {
    const at = new Date().toISOString()
    const names = bodies.map(({ name }) => String(name))
    return bodies.flatMap((body, line) => {
      const isAlike = looksLike(names[line] ?? '')
      const twice = names.slice(0, line).some((name) => isAlike(name))
      const alike: FaultDetail = {
        code: 'taken',
        message: 'Two names of the list look alike',
        field: `people.${line}.name`,
        reason: 'name_alike',
      }
      try {
        judgeNewPerson(sql, { ...body, uuid: nobody, created_at: at }, { line, by, at })
        return twice ? [alike] : []
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return [...error.details]
      }
    })
  },

  /**
   * Check a confirmation before it is made. Return if it concerns the account itself, or was already made by this operation.
   * @throws Fault as the rules say, and when the store is damaged in what a confirmation changes.
   */
  checkConfirm: (
    sql: Sql,
    { uuid, base, opId, by }: { uuid: string; base: string | undefined; opId: string; by: By },
    sight: Sight,
  ): { of: 'person' | 'other' | 'repeated'; base?: string } => {
    const before = readSeen(sql, 'user', uuid, sight)
    if (findOperation(sql, opId)) return { of: 'repeated' }
    checkReachOver(sql, before, by)
    checkBase(before, base, {})
    confirmSettings(before, by)
    readTrueBody(sql, 'user', uuid)
    readTrueKeys(sql, uuid)
    checkEnd(sql)
    const { unconfirmed = [], updated_at } = before
    const isPerson = unconfirmed.some((one) => one.what === 'person' && one.by !== by.actor.uuid)
    return { of: isPerson ? 'person' : 'other', base: updated_at }
  },

  /** True for a person whom this operation has sent to another company. @throws Fault where it did something else. */
  hasLeft: (sql: Sql, { uuid, opId, by }: { uuid: string; opId: string; by: By }): boolean =>
    isRepeat(findOperation(sql, opId), {
      kind: 'user',
      uuid,
      action: 'user.leave',
      actor: by.actor,
      asked: by.asked,
    }),

  /** A person's settings, and what attributes are asked for by. */
  settings: (
    sql: Sql,
    { user }: { user: string },
  ): { settings: Setting[]; account: AttributeAccount | null } => {
    const person = readRecord(sql, 'user', user)
    const profile = person && readRecord(sql, 'profile', person.profile_uuid)
    const company = readCompany(sql)
    return {
      settings: readSettings(sql, user),
      account:
        profile && company
          ? { company_uuid: company.uuid, profile_uuid: profile.uuid, base: profile.base }
          : null,
    }
  },

  /** Return the provider's attributes of an account, by name. Asked of the provider's store. */
  attributesFor: (sql: Sql, { account }: { account: AttributeAccount }): Setting[] =>
    sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'context_attribute' AND deleted_at IS NULL
         ORDER BY name, uuid`,
      )
      .flatMap(({ body }): Setting[] => {
        const attribute = openRecord('context_attribute', body)
        const value = valueFor(attribute, account)
        return value === null ? [] : [{ name: attribute.name, value, category: 'context' }]
      }),

  /** Return the provider's attributes that switch parts of the product. Asked of the provider's store. */
  flagAttributes: (sql: Sql, _asked: object): ContextAttribute[] =>
    sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'context_attribute' AND deleted_at IS NULL
           AND name IN (SELECT value FROM json_each(?))`,
        JSON.stringify(Object.keys(productFlags)),
      )
      .map(({ body }) => openRecord('context_attribute', body)),

  /** List the people who administer the company, also of one that is closed; three at most, the latest changed first. */
  administrators: (
    sql: Sql,
    _asked: object,
  ): Pick<User, 'uuid' | 'name' | 'email' | 'default_language'>[] => {
    const profiles = listAdministering(sql)
    return sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL
           AND json_extract(body, '$.active') = 'Y'
           AND json_extract(body, '$.profile_uuid') IN (SELECT value FROM json_each(?))
         ORDER BY updated_at DESC LIMIT 3`,
        JSON.stringify(profiles),
      )
      .map(({ body }) => {
        const { uuid, name, email, default_language } = openRecord('user', body)
        return { uuid, name, email, default_language }
      })
  },

  /** Names of the profiles that hold a permission. */
  profilesWith: (sql: Sql, { permission }: { permission: string }): string[] =>
    sql
      .all<{ name: string }>(
        `SELECT json_extract(body, '$.name') AS name FROM records
         WHERE kind = 'profile' AND deleted_at IS NULL
           AND EXISTS (SELECT 1 FROM json_each(body, '$.permissions') WHERE value = ?)
         ORDER BY name LIMIT 50`,
        permission,
      )
      .map(({ name }) => name),

  /** Return the obstacles to a permission for a person of this company, beside the permissions they hold. */
  grants: (
    sql: Sql,
    { user }: { user: string },
  ): {
    granted: string[]
    capabilities: Capabilities | null
    support: string
    account: AttributeAccount | null
  } => {
    const person = readRecord(sql, 'user', user)
    const profile = person && readRecord(sql, 'profile', person.profile_uuid)
    const company = readCompany(sql)
    return {
      granted: profile?.permissions ?? [],
      account:
        profile && company
          ? { company_uuid: company.uuid, profile_uuid: profile.uuid, base: profile.base }
          : null,
      capabilities: company && capabilitiesOf(company),
      support: company?.support_contact ?? '',
    }
  },
}

/** Id that no person has. */
const nobody = '00000000-0000-4000-8000-000000000000'

/** Return the refusal that rules throw; null where they let pass. */
function refusalBy(check: () => void): ProfileEffect['refusal'] {
  try {
    check()
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { code, reason, params } = error.first
    return { code, ...(reason && { reason }), ...(params && { params: { ...params } }) }
  }
}

function refusalOf(
  capability: keyof Capabilities | null,
  capabilities: Capabilities | null,
  held: boolean,
): MatrixLine['refusal'] {
  if (capability === 'provider' && !capabilities?.provider) return 'provider_only'
  if (capability && capability !== 'provider' && !usable(capability, capabilities)) {
    return 'capability_missing'
  }
  return held ? null : 'beyond_own'
}

function usable(capability: keyof Capabilities, capabilities: Capabilities | null): boolean {
  if (!capabilities) return false
  return capabilities[capability] || (capability === 'partner' && capabilities.provider)
}
