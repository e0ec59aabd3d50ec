import type { AccessRule } from '../entities/company.ts'
import type { Profile } from '../entities/profile.ts'
import type { User } from '../entities/user.ts'

type RuledProfile = Pick<Profile, 'uuid' | 'name' | 'base' | 'permissions'>
type RuledPerson = Pick<User, 'name' | 'profile_uuid' | 'active'>

/** Profiles and people of a company, as far as its rules look at them. */
export interface Ruled {
  profiles: readonly RuledProfile[]
  people: readonly RuledPerson[]
}

export interface BrokenRule {
  rule: AccessRule
  /** Names of the profiles that break it; for a count the names of the people. */
  by: string[]
}

/**
 * List the rules of a company that its profiles and people break. A permission counts as held when the profile grants it,
 * also while the company is not enabled for it: it would wake with the capability.
 */
export function findBroken(
  rules: readonly AccessRule[],
  { profiles, people }: Ruled,
): BrokenRule[] {
  return rules
    .map((rule) => ({ rule, by: breakersOf(rule, profiles, people) }))
    .filter(({ by }) => by.length > 0)
}

/** List the rules that a change breaks: those broken after it which were not before, or by fewer. */
export function findNewlyBroken(
  rules: readonly AccessRule[],
  before: Ruled,
  after: Ruled,
): BrokenRule[] {
  const known = new Map(findBroken(rules, before).map(({ rule, by }) => [rule.uuid, by.length]))
  return findBroken(rules, after).filter(({ rule, by }) => by.length > (known.get(rule.uuid) ?? 0))
}

function breakersOf(
  rule: AccessRule,
  profiles: readonly RuledProfile[],
  people: readonly RuledPerson[],
): string[] {
  const holding = profiles.filter(({ permissions }) => permissions.includes(rule.permission))
  switch (rule.kind) {
    case 'never':
      return holding.filter(({ base }) => base === rule.base).map(({ name }) => name)
    case 'apart':
      return holding
        .filter(({ permissions }) => permissions.includes(rule.other))
        .map(({ name }) => name)
    case 'most': {
      const ids = new Set(holding.map(({ uuid }) => uuid))
      const held = people.filter((one) => one.active === 'Y' && ids.has(one.profile_uuid))
      return held.length > rule.count ? held.map(({ name }) => name) : []
    }
  }
}
