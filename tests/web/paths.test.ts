import { expect, test } from 'vitest'
import { paths, safeReturn } from '../../web/paths.ts'

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
