import { expect, it } from 'vitest'
import { contract } from '../../domain/contract.ts'
import { lanRows } from '../../domain/lan/lan-calls.ts'
import { methodActions } from '../../domain/actions/method.ts'
import { actions } from '../../domain/actions/table.ts'
import { type Permission, permissions } from '../../domain/permissions.ts'

/**
 * Action words of the specification (§6 "Action vocabulary") with their permissions, one for each kind of record that
 * knows the action.
 */
const vocabulary = {
  clone: ['profiles.clone'],
  create: [
    'analysis.create',
    'application.create',
    'bkernels.create',
    'bkits.create',
    'certificates.create',
    'companies.create',
    'evaluationRecipe.create',
    'globalRecipes.create',
    'instruments.create',
    'notifications.create',
    'processRecipe.create',
    'profiles.create',
    'protocol.create',
    'recipes.create',
    'swarms.create',
    'users.create',
  ],
  edit: [
    'analysis.edit',
    'application.edit',
    'bkernels.edit',
    'bkits.edit',
    'certificates.edit',
    'companies.edit',
    'evaluationRecipe.edit',
    'globalRecipes.edit',
    'instruments.edit',
    'notifications.edit',
    'processRecipe.edit',
    'products.edit',
    'profiles.edit',
    'protocol.edit',
    'recipes.edit',
    'swarms.edit',
    'users.edit',
  ],
  info: ['products.details'],
  update: ['products.update'],
  result: ['results.search'],
  merge: ['swarms.merge'],
  delete: [
    'analysis.delete',
    'application.delete',
    'bkernels.delete',
    'bkits.delete',
    'certificates.delete',
    'companies.delete',
    'evaluationRecipe.delete',
    'globalRecipes.delete',
    'instruments.delete',
    'notifications.delete',
    'processRecipe.delete',
    'products.delete',
    'profiles.delete',
    'protocol.delete',
    'recipes.delete',
    'swarms.delete',
    'users.delete',
  ],
  linkUsers: ['swarms.linkUsers'],
  linkBCubes: ['swarms.linkBCubes'],
  linkSwarms: ['users.linkSwarms', 'products.linkSwarms'],
  linkVersions: ['bkernels.linkVersions'],
  linkUnderlings: ['partners.linkUnderlings'],
  config: ['products.config'],
  migrate: ['analysis.migrate', 'products.migrate', 'recipes.migrate', 'users.migrate'],
  details: ['companies.details', 'products.details'],
  getLink: ['recipes.getLink'],
  shutdown: ['products.shutdown'],
  duplicate: ['analysis.duplicate', 'recipes.duplicate'],
  run: ['analysis.run'],
  rawData: ['analysis.rawData'],
  request: ['recipes.request'],
  recalculate: ['analysis.recalculate'],
  recalculateGlobal: ['analysis.recalculateGlobal'],
  autoTest: ['analysis.autoTest'],
  rename: ['analysis.edit', 'products.edit', 'swarms.edit'],
  updateDescription: ['bkernels.edit', 'bkits.edit'],
  unsetUser: ['swarms.linkUsers', 'users.setReviewer'],
  startRSH: ['products.startRSH'],
  promote: ['partners.promote', 'users.promote'],
  demote: ['partners.demote', 'users.demote'],
  notebook: ['analysis.notebook'],
  send: ['notifications.send', 'emails.send'],
  send_coa_request: ['certificates.send_coa_request'],
  resetIlluminationCalibration: ['products.resetIlluminationCalibration'],
  foldersclear: ['products.foldersclear'],
} as const satisfies Record<string, readonly Permission[]>

const words: readonly [string, keyof typeof vocabulary][] = [
  ['[PERM-040]', 'clone'],
  ['[PERM-041]', 'create'],
  ['[PERM-042]', 'edit'],
  ['[PERM-043]', 'info'],
  ['[PERM-044]', 'update'],
  ['[PERM-045]', 'result'],
  ['[PERM-046]', 'merge'],
  ['[PERM-047]', 'delete'],
  ['[PERM-049]', 'config'],
  ['[PERM-050]', 'migrate'],
  ['[PERM-051]', 'details'],
  ['[PERM-052]', 'getLink'],
  ['[PERM-053]', 'shutdown'],
  ['[PERM-054]', 'duplicate'],
  ['[PERM-055]', 'run'],
  ['[PERM-056]', 'rawData'],
  ['[PERM-057]', 'request'],
  ['[PERM-058]', 'recalculate'],
  ['[PERM-059]', 'recalculateGlobal'],
  ['[PERM-060]', 'autoTest'],
  ['[PERM-061]', 'rename'],
  ['[PERM-062]', 'updateDescription'],
  ['[PERM-063]', 'unsetUser'],
  ['[PERM-064]', 'startRSH'],
  ['[PERM-065]', 'promote'],
  ['[PERM-066]', 'demote'],
  ['[PERM-067]', 'notebook'],
  ['[PERM-068]', 'send'],
  ['[PERM-069]', 'send_coa_request'],
  ['[PERM-070]', 'resetIlluminationCalibration'],
  ['[PERM-071]', 'foldersclear'],
]

/** Permissions that a row of the contract, of the local network or of the actions of methods asks for. */
const asked = new Set<Permission | null>([
  ...Object.values(methodActions).flatMap((rows) => Object.values(rows).map(({ needs }) => needs)),
  ...Object.values(contract).flatMap((rows) => Object.values(rows).map(({ needs }) => needs)),
  ...lanRows.map(({ needs }) => needs),
])

it.each(words)('%s house B10: calls ask for the permissions of the word %s', (_, word) => {
  const held: readonly Permission[] = vocabulary[word]
  expect(held.length).toBeGreaterThan(0)
  for (const permission of held) expect(permissions).toContain(permission)
  // Allow the link to a recipe, which has no call of its own.
  const unasked = word === 'getLink' ? ['recipes.getLink'] : []
  expect(held.filter((permission) => !asked.has(permission))).toEqual(unasked)
})

it('[PERM-048] link names what is linked: users, bCubes, swarms, versions, underlings', () => {
  const targets = ['Users', 'BCubes', 'Swarms', 'Versions', 'Underlings']
  for (const target of targets)
    expect(
      [...asked].some((permission) => permission?.endsWith(`.link${target}`)),
      target,
    ).toBe(true)
})

it('house 7: a call that is named as an action needs the permission of the action', () => {
  const camel = (name: string) =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const pairs = Object.entries(actions).flatMap(([kind, table]) => {
    const rows = contract[kind === 'bkit_lot' ? 'lot' : camel(kind)] ?? {}
    return Object.entries(table).flatMap(([name, { needs }]) => {
      const row = rows[camel(name)]
      return row ? [{ name: `${kind}.${name}`, asked: row.needs, needs }] : []
    })
  })
  expect(pairs.length).toBeGreaterThan(60)
  const differing = pairs.filter(({ asked: one, needs }) => one !== needs)
  // Allow the one call that asks for this right beside the permission of its kind.
  expect(differing.map(({ name }) => name)).toEqual(['global_recipe.devEdit'])
})
