import type { AccessRule } from '../../../domain/entities/company.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  type BrokenRule,
  findBroken,
  findNewlyBroken,
  type Ruled,
} from '../../../domain/rules/access-rules.ts'
import { openRecord } from '../open-record.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'

/** Names that a refusal cites; more would make a page of it. */
const citedNames = 5

/**
 * Refuse a changed profile or person that breaks a rule of the company about its profiles.
 * @throws Fault `refused` with the rule in the company's words, and who would break it.
 */
export function checkAccessRules(sql: Sql, change: { profile: Profile } | { person: User }): void {
  const rules = readCompany(sql)?.access_rules ?? []
  if (rules.length === 0) return
  const before = readRuled(sql)
  const after =
    'profile' in change
      ? { ...before, profiles: put(before.profiles, change.profile) }
      : { ...before, people: put(before.people, change.person) }
  refuseFirst(findNewlyBroken(rules, before, after), 'permissions')
}

/** Refuse rules of which one is broken already. @throws Fault `refused` at its place in the list. */
export function checkNewRules(
  sql: Sql,
  rules: readonly AccessRule[],
  known: readonly AccessRule[],
): void {
  if (new Set(rules.map(({ uuid }) => uuid)).size < rules.length) {
    throw new Fault('invalid', 'A rule is there twice', {
      field: 'rules',
      reason: 'id_not_unique',
    })
  }
  const kept = new Set(known.map((rule) => JSON.stringify(rule)))
  const added = rules.filter((rule) => !kept.has(JSON.stringify(rule)))
  const [broken] = findBroken(added, readRuled(sql))
  if (broken) refuseFirst([broken], `rules.${rules.indexOf(broken.rule)}`)
}

function refuseFirst([broken]: readonly BrokenRule[], field: string): void {
  if (!broken) return
  const more = broken.by.length > citedNames ? ', …' : ''
  throw new Fault('refused', 'A rule of the company forbids this', {
    field,
    reason: 'access_rule_broken',
    params: { rule: broken.rule.name, by: broken.by.slice(0, citedNames).join(', ') + more },
  })
}

function put<One extends { uuid: string }>(all: readonly One[], changed: One): One[] {
  return [...all.filter(({ uuid }) => uuid !== changed.uuid), changed]
}

/** Read the profiles and people of the company. */
function readRuled(sql: Sql): Ruled & { profiles: Profile[]; people: User[] } {
  const bodies = (kind: 'profile' | 'user') =>
    sql
      .all<{ body: string }>(
        'SELECT body FROM records WHERE kind = ? AND deleted_at IS NULL ORDER BY name, uuid',
        kind,
      )
      .map(({ body }) => body)
  return {
    profiles: bodies('profile').map((body) => openRecord('profile', body)),
    people: bodies('user').map((body) => openRecord('user', body)),
  }
}
