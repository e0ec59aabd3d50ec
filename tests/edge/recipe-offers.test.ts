import { beforeAll, describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { takeEffect } from '../../domain/rules/recipe-version.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { actionsOn, evaluation, makePublished, makeRecipe, process } from './method-bodies.ts'

let world: World
let provider: Sender
let manager: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  manager = await world.lab.as('Manager')
}, 60_000)

const edit = (id: string, body: object) =>
  must(provider(globalRecipeCalls.edit, { params: { id }, body }))
const adopt = (id: string, body: object = {}, sender = manager) =>
  sender(recipeCalls.adopt, { params: { id }, body: { swarm_uuid: null, ...body } })
const take = (id: string, version: number, base?: string) =>
  manager(recipeCalls.adoptVersion, { params: { id }, body: { version, ...(base && { base }) } })
const stay = (id: string, version: number, reason = 'Proven as it is') =>
  manager(recipeCalls.stay, { params: { id }, body: { version, reason } })

/** Make a global recipe in version 2, and a recipe of the company that follows version 1. */
async function offered() {
  const global = await makePublished(provider, world.plainWord())
  const { data } = await must(adopt(global))
  await edit(global, { process: { ...process, lid_temperature: 99 } })
  return { global, own: data }
}

describe('a recipe made from one of the provider’s', () => {
  it('keeps which, and the version', async () => {
    const name = world.plainWord()
    const global = await makePublished(provider, name)
    const { data } = await must(adopt(global))
    expect(data).toMatchObject({
      name,
      version: 1,
      process,
      origin: { global_uuid: global, version: 1 },
    })
    const other = await must(adopt(global, { name: 'Ours', swarm_uuid: world.lab.swarm }))
    expect(other.data).toMatchObject({ name: 'Ours', swarm_uuid: world.lab.swarm })
    expect(await actionsOn(manager, 'recipe', data.uuid)).toEqual(['recipe.adopt'])
  })

  it('is made of no archived one, of none that is missing, and by nobody who may not create recipes', async () => {
    const global = await makePublished(provider, world.plainWord())
    expect((await adopt(global, {}, await world.lab.as('Operator'))).status).toBe(403)
    await edit(global, { archived: 1 })
    const archived = await adopt(global)
    expect([archived.status, archived.errors[0]?.reason]).toEqual([409, 'wrong_state'])
    expect((await adopt(crypto.randomUUID())).status).toBe(404)
  })

  it('takes a newer version as its own next one, once', async () => {
    const { global, own } = await offered()
    const { data } = await must(take(own.uuid, 2, own.updated_at))
    expect(data).toMatchObject({
      version: 2,
      process: { lid_temperature: 99 },
      origin: { global_uuid: global, version: 2 },
    })
    const again = await take(own.uuid, 2)
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'nothing_offered'])
    expect(await actionsOn(manager, 'recipe', own.uuid)).toEqual([
      'recipe.adopt',
      'recipe.adopt_version',
    ])
  })

  it('takes only the version that was looked at, and not over somebody else’s change', async () => {
    const { global, own } = await offered()
    await must(manager(recipeCalls.edit, { params: { id: own.uuid }, body: { name: 'Meanwhile' } }))
    const late = await take(own.uuid, 2, own.updated_at)
    expect([late.status, late.errors[0]?.code]).toEqual([409, 'stale'])
    await edit(global, { evaluation: { ...evaluation, variables: [] } })
    for (const answer of [await take(own.uuid, 2), await stay(own.uuid, 2)]) {
      expect([answer.status, answer.errors[0]?.code]).toEqual([409, 'stale'])
    }
  })

  it('stays as it is with a reason in its trail, until a version comes that is newer still', async () => {
    const { global, own } = await offered()
    expect((await stay(own.uuid, 2, '')).status).toBe(422)
    const { data } = await must(stay(own.uuid, 2))
    expect(data).toMatchObject({ version: 1, process, origin: { version: 1, stayed: 2 } })
    const params = { kind: 'recipe', id: own.uuid }
    const trail = await must(manager(auditCalls.record, { params }))
    expect(trail.data.at(-1)).toMatchObject({ action: 'recipe.stay', reason: 'Proven as it is' })
    await edit(global, { evaluation: { ...evaluation, variables: [] } })
    const taken = await must(take(own.uuid, 3))
    expect(taken.data.origin).toEqual({ global_uuid: global, version: 3 })
  })

  it('is offered nothing when it was made from no other', async () => {
    const id = await makeRecipe(manager, world.plainWord())
    expect((await take(id, 2)).errors[0]?.reason).toBe('nothing_offered')
    expect((await stay(id, 2)).errors[0]?.reason).toBe('nothing_offered')
  })

  it('follows a newer version under review only once that is in force: a dropped draft is offered again', async () => {
    const { global, own } = await offered()
    const admin = await world.lab.as('Administrator')
    const body = { recipe_review: 'Y' } as const
    await must(admin(companyCalls.edit, { params: { id: world.lab.company }, body }))
    const { data } = await must(take(own.uuid, 2))
    expect(data).toMatchObject({
      version: 1,
      process,
      origin: { version: 1 },
      next: {
        version: 2,
        origin: { global_uuid: global, version: 2 },
        release: { state: 'draft' },
      },
    })
    expect((await take(own.uuid, 2)).errors[0]?.reason).toBe('nothing_offered')
    const params = { id: own.uuid }
    const edited = await must(
      manager(recipeCalls.edit, { params, body: { process: { ...process, lid_temperature: 98 } } }),
    )
    expect(edited.data).toMatchObject({ origin: { version: 1 }, next: { origin: { version: 2 } } })
    await must(manager(recipeCalls.discardVersion, { params, body: { reason: 'Not yet' } }))
    expect((await must(take(own.uuid, 2))).data.next?.origin?.version).toBe(2)
    const next = { ...data.next!, release: { ...data.next!.release, state: 'approved' } } as const
    expect(takeEffect({ ...data, next }, new Date().toISOString())).toMatchObject({
      version: 2,
      origin: { global_uuid: global, version: 2 },
    })
  })
})
