import { expect, test } from 'vitest'
import { type ApiKeyAction, refuseKey, stateOfKey } from '../../domain/rules/api-key.ts'

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
