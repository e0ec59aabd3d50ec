import { describe, expect, test } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { contract } from '../../domain/contract.ts'
import { permissionNames } from '../../domain/permissions.ts'
import {
  type ApiKeyAction,
  keyTemplates,
  permissionsForKey,
  permissionsOf,
  refuseKey,
  stateOfKey,
} from '../../domain/rules/api-key.ts'

const now = '2026-11-21T12:00:00.000Z'
const later = '2026-12-21T12:00:00Z'
const earlier = '2026-11-21T11:59:59Z'

test.each([
  ['active', later, 'active'],
  ['inactive', later, 'inactive'],
  ['active', earlier, 'expired'],
  ['inactive', earlier, 'expired'],
  ['active', now, 'expired'],
] as const)('a key that is %s until %s is %s', (status, expires_at, state) => {
  expect(stateOfKey({ status, expires_at }, now)).toBe(state)
})

test('[STATE-059] [STATE-060] every pair of state and action is decided', () => {
  const actions: ApiKeyAction[] = ['activate', 'deactivate', 'delete']
  const table = (['active', 'inactive', 'expired'] as const).map((state) => [
    state,
    ...actions.map((action) => refuseKey(action, state) ?? 'yes'),
  ])
  expect(table).toEqual([
    ['active', 'key_active', 'yes', 'yes'],
    ['inactive', 'yes', 'key_inactive', 'yes'],
    ['expired', 'key_expired', 'yes', 'yes'],
  ])
})

describe('what a key can use', () => {
  /** Permissions that no row of the contract asks a key for, and that the service looks at inside of others. */
  const inside = ['cfx96.use', 'companies.reach', 'recipes.request', 'tech.use']

  test('is every permission but those that the contract opens to people alone', () => {
    const rows = Object.values(contract).flatMap((group) => Object.values<Call>(group))
    const byKey = rows.filter(({ caller = 'account', person }) => caller === 'account' && !person)
    const names = Object.keys(permissionNames)
    const usable = names.filter(
      (name) => byKey.some(({ needs }) => needs === name) || inside.includes(name),
    )
    expect(permissionsForKey(names)).toEqual(usable)
  })

  test('is offered by task, and never beyond what the person holds', () => {
    const names = Object.keys(permissionNames)
    for (const template of keyTemplates) {
      expect(permissionsOf(template, names).length).toBeGreaterThan(1)
      expect(permissionsOf(template, ['apiKeys.use', 'analysis.search'])).toEqual([
        'analysis.search',
      ])
    }
  })
})
