import { expect, test } from 'vitest'
import { isLoginExempt, paths, safeReturn } from '../../web/paths.ts'

test.each([
  [null, '/'],
  ['', '/'],
  ['/devices', '/devices'],
  ['/analyses?status=COMPLETE&filter=a', '/analyses?status=COMPLETE&filter=a'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?from=/login', '/'],
])('[NAV-007] after signing in from "%s" one goes to %s', (from, to) => {
  expect(safeReturn(from)).toBe(to)
})

test('the way back survives the address', () => {
  const from = '/analyses/details/1?tab=plate&sort=-name'
  const search = new URL(paths.login(from), 'https://here.example').searchParams
  expect(safeReturn(search.get('from'))).toBe(from)
  expect(paths.login('/')).toBe('/login')
})

test('[NAV-004] [NAV-005] a person who is not signed in is led to the login page, but not from the help desk’s and set-password', () => {
  expect(isLoginExempt('/helpdesk/login')).toBe(true)
  expect(isLoginExempt('/api/helpDesk/tickets')).toBe(true)
  expect(isLoginExempt(paths.setPassword())).toBe(true)
  for (const path of ['/', '/devices', '/analyses/details/1', '/login']) {
    expect(isLoginExempt(path), path).toBe(false)
  }
})
