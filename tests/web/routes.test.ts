import { parse } from 'regexparam'
import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../../domain/permissions.ts'
import { paths } from '../../web/paths.ts'
import { routes } from '../../web/routes.tsx'
import { enterRoute, findRoute } from '../../web/shell/find-route.ts'

/** Addresses of the specification, and the permission that each wants; null where it is open. */
const table: readonly [id: string, address: string, needs: Permission | null][] = [
  ['[ROUTE-001]', '/', null],
  ['[ROUTE-002]', '/about-bapp', null],
  ['[ROUTE-003]', '/me', null],
  ['[ROUTE-004]', '/applications', 'application.search'],
  ['[ROUTE-005]', '/protocols', 'protocol.search'],
  ['[ROUTE-006]', '/protocol-new', 'protocol.create'],
  ['[ROUTE-007]', '/protocol-edit/0b5c', 'protocol.edit'],
  ['[ROUTE-008]', '/companies', 'companies.menu'],
  ['[ROUTE-009]', '/partners', 'partners.search'],
  ['[ROUTE-010]', '/bkernels', 'bkernels.menu'],
  ['[ROUTE-012]', '/users', 'users.menu'],
  ['[ROUTE-011]', '/swarms', 'swarms.search'],
  ['[ROUTE-013]', '/permissions', 'permissions.edit'],
  ['[ROUTE-018]', '/recipe-evaluation', 'evaluationRecipe.search'],
  ['[ROUTE-019]', '/recipe-evaluation/0b5c', 'evaluationRecipe.edit'],
  ['[ROUTE-020]', '/recipe-evaluation-new', 'evaluationRecipe.create'],
  ['[ROUTE-021]', '/recipe-process', 'processRecipe.search'],
  ['[ROUTE-022]', '/recipe-process/0b5c', 'processRecipe.edit'],
  ['[ROUTE-023]', '/recipe-process-new', 'processRecipe.create'],
  ['[ROUTE-014]', '/recipes/global', 'globalRecipes.edit'],
  ['[ROUTE-015]', '/recipes', 'recipes.search'],
  ['[ROUTE-016]', '/recipe', 'recipes.create'],
  ['[ROUTE-017]', '/recipe/0b5c', 'recipes.edit'],
  ['[ROUTE-024]', '/analyses', 'analysis.search'],
  ['[ROUTE-025]', '/analysesOffline', 'analysis.search'],
  ['[ROUTE-026]', '/analysesOffline/bcube-7', null],
  ['[ROUTE-027]', '/analyses/new', 'analysis.create'],
  ['[ROUTE-028]', '/analyses/0b5c', 'analysis.edit'],
  ['[ROUTE-029]', '/analyses/details/0b5c', null],
  ['[ROUTE-030]', '/analyses/details/local/0b5c/bcube-7/1', null],
  ['[ROUTE-031]', '/analyses-cfx/details/0b5c', null],
  ['[ROUTE-032]', '/analyses/notebook/0b5c', null],
  ['[ROUTE-033]', '/devices', 'products.search'],
  ['[ROUTE-034]', '/bkits', 'bkits.search'],
  ['[ROUTE-035]', '/bkitlots', 'production.menu'],
  ['[ROUTE-036]', '/certificates', 'certificates.search'],
  ['[ROUTE-037]', '/certificates/0b5c', 'certificates.edit'],
  ['[ROUTE-038]', '/reviewer', 'certificates.search'],
  ['[ROUTE-039]', '/notifications', 'notifications.search'],
  ['[ROUTE-040]', '/notifications/new', 'notifications.create'],
  ['[ROUTE-041]', '/notifications/0b5c', 'notifications.edit'],
  ['[ROUTE-042]', '/results', 'results.menu'],
]

const enter = (address: string, held: readonly string[]) =>
  enterRoute(findRoute(parse, routes, address), held)

describe('addresses of the specification', () => {
  test.each(table)('%s %s with every permission shows its screen', (_, address) => {
    const entry = enter(address, permissions)
    expect(entry.kind).toBe('screen')
    expect(entry.kind === 'screen' && entry.route.screen).toBeTruthy()
  })

  test.each(table.filter(([, , needs]) => needs === null))(
    '[NAV-003] %s %s is open to an account without any permission',
    (_, address) => expect(enter(address, []).kind).toBe('screen'),
  )

  test.each(table.filter(([, , needs]) => needs !== null))(
    '[NAV-002] %s %s is refused without its permission, whatever else is held, and to an account that holds none',
    (_, address, needs) => {
      const others = permissions.filter((one) => one !== needs)
      expect(enter(address, others)).toEqual({ kind: 'refused', needed: needs })
      expect(enter(address, [])).toEqual({ kind: 'refused', needed: needs })
      expect(enter(address, [needs as string]).kind).toBe('screen')
    },
  )

  test('[NAV-001] of a route that lists two permissions the first alone decides', () => {
    const route = { needs: ['users.menu', 'developer.menu'] } as const
    expect(enterRoute(route, ['users.menu']).kind).toBe('screen')
    expect(enterRoute(route, ['developer.menu'])).toEqual({ kind: 'refused', needed: 'users.menu' })
  })

  test('every route of the app is in the table, or is one of its own', () => {
    const own = ['/company', '/sync', '/help', '/outbox', '/emails', '/gallery']
    own.push(
      '/colour-calibrations',
      '/context-attributes',
      '/method-templates',
      '/recall',
      '/recall/:uuid',
    )
    own.push('/studies', '/studies/:uuid', '/study-new')
    own.push(
      '/alarms',
      '/audit',
      '/audit/review',
      '/reports',
      '/companies/foundings/:uuid',
      '/bkernels/:uuid',
    )
    const walked = table.map(([, address]) => findRoute(parse, routes, address)?.path)
    const others = routes.map(({ path }) => path).filter((path) => !walked.includes(path))
    expect(others.toSorted()).toEqual(own.toSorted())
  })

  test('[NAV-010] an unknown address, and one that cannot be read, leads to the catch-all page', () => {
    for (const address of ['/404', '/nowhere', '/analyses/details/%E0%A4%A', paths.notFound()]) {
      expect(enter(address, permissions).kind, address).toBe('nowhere')
    }
  })
})
