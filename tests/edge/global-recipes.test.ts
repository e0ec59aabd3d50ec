import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { type Lab, must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeBkit } from './material-bodies.ts'
import { makeWorld } from './matrix/world.ts'
import {
  actionsOn,
  evaluation,
  makeProtocol,
  makePublished,
  makeRecipe,
  process,
  protocolBody,
  publishedBody,
} from './method-bodies.ts'

let world: World
let lab: Lab
let provider: Sender
let manager: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  provider = world.call
  manager = await lab.as('Manager')
}, 60_000)

const edit = (id: string, body: object, sender = provider) =>
  sender(globalRecipeCalls.edit, { params: { id }, body })

describe('a recipe of the provider', () => {
  it('[CALL-058] [CALL-060] [CALL-072] [ENT-034] [ENT-035] is published for all companies', async () => {
    const name = world.plainWord()
    const id = await makePublished(provider, name)
    const got = await must(manager(globalRecipeCalls.get, { params: { id } }))
    expect(got.data).toMatchObject({
      ...publishedBody(name),
      swarm_uuid: null,
      archived: 0,
      version: 1,
    })
    const list = await must(manager(globalRecipeCalls.search, { body: { search: name } }))
    expect(list.data).toMatchObject({ data: [{ uuid: id }], pages: 1, total: 1 })
  })

  it('is written in the provider’s company only', async () => {
    const id = await makePublished(provider, world.plainWord())
    const admin = await lab.as('SuperAdmin')
    const body = publishedBody('Mine')
    expect((await admin(globalRecipeCalls.create, { body })).status).toBe(403)
    expect((await edit(id, { name: 'Mine' }, admin)).status).toBe(403)
    expect((await admin(globalRecipeCalls.delete, { params: { id } })).status).toBe(403)
    const partner = await world.partner.as('SuperAdmin')
    const headers = { 'X-Company': world.underling.company }
    expect((await partner(globalRecipeCalls.create, { body, headers })).status).toBe(403)
  })

  it('[CALL-062] [CALL-063] is edited in versions, and not over somebody else’s change', async () => {
    const id = await makePublished(provider, world.plainWord())
    const form = await must(provider(globalRecipeCalls.editForm, { params: { id } }))
    const { record } = form.data
    await must(edit(id, { evaluation: { ...evaluation, variables: [] }, base: record?.updated_at }))
    const answer = await edit(id, { name: 'Late', base: record?.updated_at })
    expect([answer.status, answer.errors[0]?.versions]).toMatchObject([
      409,
      { theirs: { uuid: id, version: 2 } },
    ])
  })

  it('[CALL-066] [CALL-067] is given technicians’ wavelengths by who may both', async () => {
    const id = await makePublished(provider, world.plainWord())
    const params = { id }
    await must(provider(globalRecipeCalls.devEditForm, { params }))
    const channels = [
      ...process.channels,
      { wavelength: 'HY5', intensity: 50, exposure: 100 } as const,
    ]
    const body = { process: { ...process, channels } }
    const { data } = await must(provider(globalRecipeCalls.devEdit, { params, body }))
    expect(data).toMatchObject({ version: 2, process: { channels } })
    expect(await actionsOn(provider, 'global_recipe', id)).toEqual([
      'global_recipe.create',
      'global_recipe.dev_edit',
    ])
  })

  it('[STATE-050] [CALL-069] goes when it is archived and no company uses it', async () => {
    const id = await makePublished(provider, world.plainWord())
    const protocol = await makeProtocol(manager, 'On the provider’s', id)
    const remove = () => provider(globalRecipeCalls.delete, { params: { id } })
    expect((await remove()).errors[0]).toMatchObject({
      reason: 'in_use',
      params: { count: 1, by: 'PROTOCOL' },
    })
    await must(manager(protocolCalls.delete, { params: { id: protocol } }))
    expect((await remove()).errors[0]?.reason).toBe('wrong_state')
    await must(edit(id, { archived: 1 }))
    const late = await manager(protocolCalls.create, { body: protocolBody('Late', id) })
    expect(late.errors[0]).toMatchObject({ field: 'recipe_uuid', reason: 'archived' })
    await must(remove())
    expect((await manager(globalRecipeCalls.get, { params: { id } })).status).toBe(404)
  })
})

it('[CALL-069] a recipe that a kit names does not go either', async () => {
  const id = await makePublished(provider, world.plainWord())
  const kit = await makeBkit(provider, world.plainWord())
  const link = (recipe_uuids: string[]) =>
    provider(bkitCalls.link, { params: { id: kit.uuid }, body: { recipe_uuids } })
  await must(link([id]))
  await must(edit(id, { archived: 1 }))
  const remove = () => provider(globalRecipeCalls.delete, { params: { id } })
  expect((await remove()).errors[0]).toMatchObject({
    reason: 'in_use',
    params: { count: 1, by: 'BKIT' },
  })
  await must(link([]))
  await must(remove())
})

describe('[PERM-072] a protocol uses a recipe of either kind', () => {
  it('and says which', async () => {
    const own = await makeRecipe(manager, world.plainWord())
    const published = await makePublished(provider, world.plainWord())
    const id = await makeProtocol(manager, 'Changing', own)
    const read = async () => (await must(manager(protocolCalls.get, { params: { id } }))).data
    expect((await read()).recipe_kind).toBe('RECIPE')
    const move = (body: object) => manager(protocolCalls.edit, { params: { id }, body })
    await must(move({ recipe_uuid: published }))
    expect(await read()).toMatchObject({ recipe_kind: 'GLOBAL_RECIPE', version: 2 })
    const wrong = await move({ cartridge_types: ['Wells36'] })
    expect(wrong.errors[0]).toMatchObject({
      message: 'Cartridge not available for this recipe',
      field: 'cartridge_types.0',
    })
    await must(move({ recipe_uuid: own }))
    expect((await read()).recipe_kind).toBe('RECIPE')
    const none = await move({ recipe_uuid: crypto.randomUUID() })
    expect([none.status, none.errors[0]?.field]).toEqual([404, 'recipe_uuid'])
  })

  it('and prepares with the provider’s', async () => {
    const published = await makePublished(provider, world.plainWord())
    const id = await makeProtocol(manager, 'Prepared', published)
    const operator = await lab.as('Operator')
    const { data } = await must(operator(protocolCalls.prepare, { params: { id } }))
    expect(data).toMatchObject({ recipe_kind: 'GLOBAL_RECIPE', recipe: { uuid: published } })
    await must(edit(published, { archived: 1 }))
    const archived = await operator(protocolCalls.prepare, { params: { id } })
    expect([archived.status, archived.errors[0]?.reason]).toEqual([409, 'archived'])
  })
})

it('an analysis runs with the provider’s recipe and keeps the copy it began with', async () => {
  const recipe = await makePublished(provider, world.plainWord())
  const protocol = await makeProtocol(manager, 'Run with it', recipe)
  const operator = await lab.as('Operator')
  const plan = {
    uuid: crypto.randomUUID(),
    name: 'Of all companies',
    swarm_uuid: lab.swarm,
    recipe_uuid: recipe,
    protocol_uuid: protocol,
    device_uuid: null,
    cartridge_type: 'Wells16',
    samples: [],
    notebook: '',
  }
  await must(operator(analysisCalls.create, { body: plan }))
  await must(edit(recipe, { process: { ...process, lid_temperature: 99 } }))
  const { data } = await must(operator(analysisCalls.get, { params: { id: plan.uuid } }))
  expect(data.method).toMatchObject({
    recipe_uuid: recipe,
    recipe_version: 1,
    protocol_version: 1,
    process,
  })
  await must(edit(recipe, { archived: 1 }))
  const late = await operator(analysisCalls.create, {
    body: { ...plan, uuid: crypto.randomUUID() },
  })
  expect(late.errors[0]).toMatchObject({ code: 'refused', reason: 'archived' })
})

describe('[STATE-054] publication', () => {
  const mailsOf = async (recipe: string) => {
    const found = await env.DIRECTORY.prepare(
      'SELECT recipient, text FROM mails WHERE instr(text, ?1) > 0 ORDER BY recipient',
    )
      .bind(recipe)
      .all<{ recipient: string; text: string }>()
    return found.results
  }

  it('is asked for once, and the provider’s administrators are notified', async () => {
    const id = await makeRecipe(manager, 'Worth publishing')
    const ask = (flag: 0 | 1, opId: string, sender = manager) =>
      sender(recipeCalls.edit, {
        params: { id },
        body: { publication_requested: flag },
        headers: { 'Operation-Id': opId },
      })
    const { data } = await must(ask(1, 'request-0001'))
    expect(data).toMatchObject({ publication_requested: 1, version: 1 })
    await must(ask(1, 'request-0001'))
    const mails = await mailsOf('Worth publishing')
    expect(mails.map(({ recipient }) => recipient.split('-')[0])).toEqual([
      'Administrator',
      'SuperAdmin',
    ])
    expect(mails[0]?.text).toContain('Worth publishing')
    expect(mails[0]?.text).toContain('Lab lab')
    expect((await ask(1, 'request-0002')).errors[0]?.reason).toBe('wrong_state')
    const found = await must(
      manager(recipeCalls.search, { body: { filters: { publication_requested: 1 } } }),
    )
    expect(found.data.data.map(({ uuid }) => uuid)).toContain(id)
    await must(ask(0, 'request-0003'))
    expect(await actionsOn(manager, 'recipe', id)).toEqual([
      'recipe.create',
      'recipe.request_publication',
      'recipe.withdraw_publication',
    ])
  })
})
