import { expect, test } from 'vitest'
import { paths } from '../../web/paths.ts'
import { readAsked } from '../../web/screens/errors/asked.ts'

const users = { title: 'users.title', needs: ['users.menu'] } as const
const findPage = (path: string) => (path === '/users' || path === '//users' ? users : undefined)
const read = (search: string) => readAsked(search, findPage)

test('[NAV-002] the no-access page receives the permission and the page', () => {
  const search = paths.unauthorised('users.menu', '/users').replace('/401', '')
  expect(read(search)).toEqual({
    permission: 'users.menu',
    page: { path: '/users', title: 'users.title' },
  })
  expect(paths.unauthorised(null, '/users')).toBe('/401')
})

test('and believes no address: only permissions of the table and pages of ours that need them', () => {
  expect(read('')).toBeNull()
  expect(read('?needs=users.conjure&page=/users')).toBeNull()
  expect(read('?needs=constructor')).toBeNull()
  for (const page of ['', '/devices', '//users', 'https://evil.example/users', '/\\evil.example']) {
    expect(read(`?needs=users.menu&page=${encodeURIComponent(page)}`), page).toEqual({
      permission: 'users.menu',
      page: null,
    })
  }
  // Name no page with it that needs something else.
  expect(read('?needs=users.edit&page=/users')).toEqual({ permission: 'users.edit', page: null })
})
