import { describe, expect, test } from 'vitest'
import type { AccessRule } from '../../domain/entities/company.ts'
import { findBroken, findNewlyBroken, type Ruled } from '../../domain/rules/access-rules.ts'
import { comparePermissions, riskOf } from '../../domain/rules/profile-change.ts'

const facts = { uuid: 'r', name: 'rule', permission: 'analysis.validate' }
const never: AccessRule = { ...facts, kind: 'never', base: 'Operator' }
const apart: AccessRule = { ...facts, kind: 'apart', other: 'analysis.run' }
const most: AccessRule = { ...facts, kind: 'most', count: 1 }

const company: Ruled = {
  profiles: [
    { uuid: 'o', name: 'Bench', base: 'Operator', permissions: ['analysis.run'] },
    { uuid: 'm', name: 'Desk', base: 'Manager', permissions: ['analysis.validate'] },
  ],
  people: [
    { name: 'Ada', profile_uuid: 'm', active: 'Y' },
    { name: 'Ben', profile_uuid: 'm', active: 'N' },
    { name: 'Cleo', profile_uuid: 'o', active: 'Y' },
  ],
}
const withBench = (permissions: string[]): Ruled => ({
  ...company,
  profiles: company.profiles.map((one) => (one.uuid === 'o' ? { ...one, permissions } : one)),
})

describe('rules of a company about its profiles', () => {
  test('[PERM-035] an unbroken rule names nobody, people who are switched off do not count', () => {
    expect(findBroken([never, apart, most], company)).toEqual([])
  })

  test('[PERM-035] each kind names who breaks it', () => {
    const after = withBench(['analysis.run', 'analysis.validate'])
    expect(findBroken([never, apart, most], after).map(({ by }) => by)).toEqual([
      ['Bench'],
      ['Bench'],
      ['Ada', 'Cleo'],
    ])
  })

  test('a change is answerable for what it makes worse, not for what was broken before', () => {
    const broken = withBench(['analysis.validate'])
    expect(findNewlyBroken([never, most], broken, broken)).toEqual([])
    const worse = { ...broken, people: [...broken.people, { ...broken.people[0], name: 'Dan' }] }
    expect(findNewlyBroken([never, most], broken, worse as Ruled)).toMatchObject([
      { by: ['Ada', 'Cleo', 'Dan'] },
    ])
  })
})

test('a change of permissions is compared in the order of the table, with its risks', () => {
  expect(
    comparePermissions(['users.edit', 'gone.long'], ['analysis.validate', 'users.menu']),
  ).toEqual({
    gained: ['users.menu', 'analysis.validate'],
    lost: ['users.edit'],
  })
  expect(
    (
      [
        'analysis.validate',
        'users.delete',
        'users.edit',
        'companies.reach',
        'products.startRSH',
        'users.menu',
      ] as const
    ).map(riskOf),
  ).toEqual(['sign', 'delete', 'rights', 'reach', 'shell', null])
})
