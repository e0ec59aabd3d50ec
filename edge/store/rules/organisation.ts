import type { Profile } from '../../../domain/entities/profile.ts'
import { flagOf } from '../../../domain/entities/context-attribute.ts'
import { Fault } from '../../../domain/fault.ts'
import { can, providerOnly } from '../../../domain/permissions.ts'
import { reachNeeds } from '../../../domain/rules/reach.ts'
import { derivedUuid } from '../../crypto/derived-uuid.ts'
import { readCompany } from '../principal.ts'
import type { RecordRules, RulesByKind } from '../record-rule.ts'
import type { Sql } from '../sql.ts'
import { checkAccessRules, checkNewRules } from './access-rules.ts'
import { switchByTwo } from './confirm.ts'
import { checkNameOf } from './check-name.ts'
import { administers, checkAdministratorLeft, checkReach } from './own-authority.ts'
import { userRules } from './user.ts'

export const profileRules: RecordRules<'profile'> = {
  check: (sql, next, known, by) => {
    checkNameOf(sql, 'profile', next, known)
    if (known && known.name !== next.name && isOrdinary(sql, known)) {
      throw new Fault('refused', 'The four ordinary profiles keep their names', {
        field: 'name',
        reason: 'ordinary_profile',
      })
    }
    const had = known?.permissions ?? []
    if (known) checkReach(sql, had, by, 'id')
    const added = next.permissions.filter((name) => !had.includes(name))
    checkProviderOnly(sql, added)
    checkReach(sql, added, by, 'permissions')
    if (known && administers(had) && !administers(next.permissions)) {
      checkAdministratorLeft(sql, { lesser: next.uuid })
    }
    checkAccessRules(sql, { profile: next })
  },
  checkDelete: (sql, profile, by) => {
    if (isOrdinary(sql, profile)) {
      throw new Fault('refused', 'The four ordinary profiles stay', { reason: 'ordinary_profile' })
    }
    checkReach(sql, profile.permissions, by, 'id')
    const count = countUsers(sql, profile.uuid)
    if (count > 0) {
      throw new Fault('refused', `${count} people carry this profile`, {
        reason: 'profile_in_use',
        params: { count },
      })
    }
  },
}

function countUsers(sql: Sql, profile: string): number {
  return (
    sql.first<{ count: number }>(
      `SELECT count(*) AS count FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.profile_uuid') = ?`,
      profile,
    )?.count ?? 0
  )
}

/** Return true for one of the four profiles that were made with the company (edge/organisation/found-company.ts). */
function isOrdinary(sql: Sql, { uuid, base }: Profile): boolean {
  const company = readCompany(sql)
  return company !== null && uuid === derivedUuid(company.uuid, base)
}

function checkProviderOnly(sql: Sql, added: readonly string[]): void {
  if (readCompany(sql)?.isProvider === 'Y') return
  const first = added.find((name) => (providerOnly as readonly string[]).includes(name))
  if (first === undefined) return
  throw new Fault('forbidden', 'Only the provider of the service holds this permission', {
    field: 'permissions',
    reason: 'provider_only',
    params: { permission: first },
  })
}

/** Capabilities of a company, which only the provider sets. */
const ofProvider = ['certificates_enabled', 'developer', 'cfx96_enabled'] as const

const companyRules: RecordRules<'company'> = {
  check: (sql, next, known, by) => {
    if (next.access_rules !== known?.access_rules) {
      checkNewRules(sql, next.access_rules ?? [], known?.access_rules ?? [])
    }
    const field = ofProvider.find((name) => known && known[name] !== next[name])
    if (field === undefined || can(by.permissions, reachNeeds)) return
    throw new Fault('forbidden', 'Only the provider of the service changes this', {
      field,
      reason: 'provider_only',
    })
  },
  complete: (_sql, after, before, by, at, patch) => {
    if (!before) return after
    const switched = switchByTwo('four_eyes', after, before, patch, by, at)
    return switchByTwo('recipe_review', switched, before, patch, by, at)
  },
}

const swarmRules: RecordRules<'swarm'> = {
  check: (sql, after, before) => checkNameOf(sql, 'swarm', after, before),
  checkDelete: (sql, { uuid }) => {
    const { records, people, devices } = countUses(sql, uuid)
    if (records + people + devices === 0) return
    throw new Fault('refused', 'This swarm is in use', {
      reason: 'swarm_in_use',
      params: { records, people, devices },
    })
  },
}

/** Count the people, devices and records of a swarm. */
export function countUses(
  sql: Sql,
  swarm: string,
): { records: number; people: number; devices: number } {
  const count = (condition: string, ...values: string[]) =>
    sql.first<{ count: number }>(
      `SELECT count(*) AS count FROM records WHERE deleted_at IS NULL AND ${condition}`,
      ...values,
    )?.count ?? 0
  const members = (kind: 'user' | 'device') =>
    count(
      `kind = '${kind}' AND EXISTS (SELECT 1 FROM json_each(body, '$.swarms') WHERE value = ?)`,
      swarm,
    )
  return {
    // Leave out the ledger of commands, which goes with its analyses.
    records: count(`swarm_uuid = ? AND kind <> 'command'`, swarm),
    people: members('user'),
    devices: members('device'),
  }
}

const attributeRules: RecordRules<'context_attribute'> = {
  check: (sql, attribute, before) => {
    checkNameOf(sql, 'context_attribute', attribute, before)
    const flag = attribute.type === 'flag'
    if (flag === (attribute.values.length === 0)) {
      throw new Fault('invalid', 'A flag has possible values, a text has none', {
        field: 'values',
        reason: 'attribute_values',
      })
    }
    const switched = flagOf(attribute)
    if (switched && [...attribute.values].sort().join() !== 'off,on') {
      throw new Fault('invalid', 'A flag of the product is on or off', {
        field: 'values',
        reason: 'product_flag_values',
        params: { name: switched },
      })
    }
    if (!flag) return
    const given = [
      ['default', attribute.default],
      ...attribute.profiles.map(({ value }, index) => [`profiles.${index}.value`, value]),
      ...attribute.companies.map(({ value }, index) => [`companies.${index}.value`, value]),
    ] as [string, string | null][]
    const wrong = given.find(([, value]) => value !== null && !attribute.values.includes(value))
    if (!wrong) return
    throw new Fault('invalid', 'This is none of the possible values', {
      field: wrong[0],
      reason: 'value_not_possible',
    })
  },
}

export const organisationRules = {
  user: userRules,
  profile: profileRules,
  company: companyRules,
  swarm: swarmRules,
  context_attribute: attributeRules,
} satisfies RulesByKind
