import { parse } from 'regexparam'
import { expect, test } from 'vitest'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { hasText } from '../../web/i18n/intl.ts'
import { routes } from '../../web/routes.tsx'
import { findRoute, listAncestors, permissionOf } from '../../web/shell/find-route.ts'
import { iconPaths } from '../../web/parts/icon/icon-paths.ts'
import { findCurrent, listNavigation } from '../../web/shell/navigation.ts'

const entriesOf = (permissions: readonly string[]) =>
  listNavigation(permissions).flatMap(({ entries }) => entries)

test('[NAV-008] every route has a title of its own', () => {
  const titles = routes.map(({ title }) => title)
  expect(titles.filter((title) => !hasText(title))).toEqual([])
  expect(new Set(titles).size).toBe(titles.length)
})

test('an address finds its route, and a longer one is not taken for it', () => {
  expect(findRoute(parse, routes, '/analyses')?.title).toBe('analyses.title')
  expect(findRoute(parse, routes, '/analyses/new')?.title).toBe('wizard.title')
  expect(findRoute(parse, routes, '/analyses/details/42')?.title).toBe('analysis.title')
  expect(findRoute(parse, routes, '/analyses/details/42/notes')).toBeUndefined()
  expect(findRoute(parse, routes, '/nowhere')).toBeUndefined()
})

test('[NAV-010] an address that cannot be read leads to the catch-all page', () => {
  expect(findRoute(parse, routes, '/analysesOffline/bcube-7')?.title).toBe('offline.deviceTitle')
  expect(findRoute(parse, routes, '/analysesOffline/%E0%A4%A')).toBeUndefined()
})

test('[NAV-001] only the first permission of a route is checked', () => {
  expect(permissionOf({ needs: ['users.menu', 'developer.menu'] })).toBe('users.menu')
})

test('[NAV-003] a route without a permission is open', () => {
  const open = routes.filter((route) => permissionOf(route) === null).map(({ path }) => path)
  expect(open).toEqual(expect.arrayContaining(['/', '/about-bapp', '/me', '/sync']))
  expect(open).toContain('/analyses/details/:uuid')
  expect(open).not.toContain('/users')
})

test('a record is shown under its list', () => {
  expect(listAncestors(routes, '/analyses/details/42').map(({ path }) => path)).toEqual([
    '/analyses',
  ])
  expect(listAncestors(routes, '/analyses')).toEqual([])
})

test('a record that is shown at the address of its list is shown under it too', () => {
  const above = listAncestors(routes, '/devices', undefined, true)
  expect(above.map(({ path }) => path)).toEqual(['/devices'])
})

test('a page whose address does not begin with that of its list names the list', () => {
  const above = (path: string) =>
    listAncestors(routes, path, findRoute(parse, routes, path)?.list).map((one) => one.path)
  expect(above('/recipe/42')).toEqual(['/recipes'])
  expect(above('/protocol-edit/42')).toEqual(['/protocols'])
  expect(above('/recipe-process-new')).toEqual(['/recipe-process'])
  expect(above('/recipe-process/42')).toEqual(['/recipe-process'])
})

test('each list that a page names is a page itself', () => {
  const known = routes.map(({ path }) => path)
  expect(known).toEqual(expect.arrayContaining(routes.flatMap(({ list = [] }) => list)))
})

test('the menu has what the profile may open, and only that', () => {
  const operator = entriesOf(defaultProfiles.Operator).map(({ path }) => path)
  expect(operator).toContain('/analyses/new')
  expect(operator).not.toContain('/users')
  expect(entriesOf(defaultProfiles.Administrator).map(({ path }) => path)).toContain('/users')
  expect(listNavigation([]).map(({ label }) => label)).toEqual([null, 'nav.help'])
})

test('every entry of the menu is shown to who may open its page, and to nobody else', () => {
  const shown = (permissions: readonly string[], path: string) =>
    entriesOf(permissions).some((entry) => entry.path === path)
  const entries = entriesOf(defaultProfiles.SuperAdmin)
  expect(entries.length).toBeGreaterThan(30)
  for (const { path } of entries) {
    const needed = permissionOf(findRoute(parse, routes, path)!)
    const others = defaultProfiles.SuperAdmin.filter((one) => one !== needed)
    expect(shown(others, path), path).toBe(needed === null)
    expect(shown(needed === null ? [] : [needed], path), path).toBe(true)
  }
})

test('no two entries have the same picture: a collapsed rail shows nothing else', () => {
  const icons = entriesOf(defaultProfiles.SuperAdmin).map(({ icon }) => iconPaths[icon])
  expect(icons.filter((one, at) => icons.indexOf(one) !== at)).toEqual([])
})

test('the entry that lights up is the nearest one', () => {
  const entries = entriesOf(defaultProfiles.SuperAdmin)
  expect(findCurrent(entries, '/analyses/new')?.path).toBe('/analyses/new')
  expect(findCurrent(entries, '/analyses/details/42')?.path).toBe('/analyses')
  expect(findCurrent(entries, '/')?.path).toBe('/')
  expect(findCurrent(entries, '/me')).toBeUndefined()
})

test('A28-75: every page lights up an entry, also one whose address does not begin with that of its list', () => {
  const entries = entriesOf(defaultProfiles.SuperAdmin)
  const dark = routes.filter(({ path, list }) => !findCurrent(entries, list ?? path))
  // Leave out pages to which no entry leads.
  const withoutEntry = ['/me', '/analysesOffline', '/analysesOffline/:hostname', '/sync']
  expect(dark.map(({ path }) => path)).toEqual(withoutEntry)
  const above = (path: string) => findRoute(parse, routes, path)?.list
  expect(above('/study-new')).toBe('/studies')
  expect(above('/analyses-cfx/details/42')).toBe('/analyses')
})
