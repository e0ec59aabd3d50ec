import { beforeAll, expect, it } from 'vitest'
import { type Call, search } from '../../domain/call.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { permissions } from '../../domain/permissions.ts'
import { entityOf } from '../../domain/registry.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { changeInside } from './matrix/world.ts'

const tables: readonly [string, string, string][] = [
  ['[PERM-016]', 'instruments', 'instrument'],
  ['[PERM-017]', 'instrumentsType', 'instrument_type'],
  ['[PERM-018]', 'swarms', 'swarm'],
  ['[PERM-019]', 'recipes', 'recipe'],
  ['[PERM-020]', 'globalRecipes', 'global_recipe'],
  ['[PERM-021]', 'protocols', 'protocol'],
  ['[PERM-022]', 'applications', 'application'],
  ['[PERM-023]', 'processRecipes', 'process_recipe'],
  ['[PERM-024]', 'evaluationRecipes', 'evaluation_recipe'],
  ['[PERM-025]', 'bkits', 'bkit'],
  ['[PERM-026]', 'users', 'user'],
  ['[PERM-027]', 'companies', 'company'],
  ['[PERM-028]', 'bCubes', 'device'],
]

let lab: Lab
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('tables', { isProvider: 'Y', isPartner: 'Y' })
  operator = await lab.as('Operator')
})

async function hold(held: readonly string[]): Promise<void> {
  const uuid = derivedUuid(lab.company, 'Operator')
  const body = { name: 'Operator', base: 'Operator', permissions: held }
  await changeInside(lab.company, { type: 'put', kind: 'profile', uuid, body })
}

async function pulled(kind: string): Promise<unknown[]> {
  const { home } = entityOf(kind)
  const query = { kinds: kind, after: '0', limit: '500', ...(home && { home }) }
  const answer = await must(operator(syncCalls.pull, { query }))
  return answer.data.records
}

it.each(tables)(
  '%s [PERM-029] the table %s needs its search permission, and is empty without it',
  async (_, table, kind) => {
    const facts = entityOf(kind)
    expect(facts.local?.table).toBe(table)
    const row: Call = search(`${facts.path}/search`, { needs: null })
    await hold(permissions.filter((name) => name !== facts.permission))
    expect((await operator(row)).errors[0]).toMatchObject({
      reason: 'permission_missing',
      params: { permission: facts.permission },
    })
    expect(await pulled(kind)).toEqual([])
    await hold(permissions)
    expect((await operator(row)).status).toBe(200)
  },
)

it('[PERM-028] devices are there for who may search them', async () => {
  await hold(permissions)
  expect(await pulled('device')).toHaveLength(1)
})
