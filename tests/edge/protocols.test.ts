import { beforeAll, describe, expect, it } from 'vitest'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { type Lab, must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import {
  actionsOn,
  applicationBody,
  made,
  makeApplication,
  makeProtocol,
  makeRecipe,
  protocolBody,
} from './method-bodies.ts'

let world: World
let lab: Lab
let call: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  call = await lab.as('Manager')
}, 60_000)

const read = async (id: string) => (await must(call(protocolCalls.get, { params: { id } }))).data
const edit = (id: string, body: object) => call(protocolCalls.edit, { params: { id }, body })
const link = (id: string, ...uuids: string[]) =>
  call(protocolCalls.linkApplication, { params: { id }, body: { application_uuids: uuids } })

/** Plan an analysis with a protocol. */
async function plan(id: string, device: string | null = null): Promise<string> {
  const { recipe_uuid } = await read(id)
  const sample = { name: 'S', sample_type: 'unknown', coordinates: ['A1'] }
  return made(call, analysisCalls.create, {
    uuid: crypto.randomUUID(),
    name: 'Planned',
    swarm_uuid: lab.swarm,
    recipe_uuid,
    protocol_uuid: id,
    device_uuid: device,
    cartridge_type: 'Wells96',
    samples: [{ ...sample, uuid: crypto.randomUUID() }],
    notebook: '',
  })
}

describe('a protocol', () => {
  it('[CALL-255] [CALL-256] [ENT-032] is made of a recipe', async () => {
    const recipe = await makeRecipe(call, 'Its recipe')
    const form = await must(call(protocolCalls.createForm))
    expect(JSON.stringify(form.data.options)).toContain(recipe)
    const id = await makeProtocol(call, 'Made', recipe)
    expect(await read(id)).toMatchObject({
      ...protocolBody('Made', recipe),
      aliases: [],
      swarm_uuid: null,
      archived: 0,
      version: 1,
    })
  })

  it('[CALL-257] [CALL-261] is edited, found, and not written over somebody else’s change', async () => {
    const name = world.plainWord()
    const id = await makeProtocol(call, name)
    const { updated_at: base, recipe_uuid: recipe } = await read(id)
    const minimum_samples = [{ sample_type: 'ntc', count: 1 }]
    await must(edit(id, { minimum_samples, base }))
    expect(await read(id)).toMatchObject({ version: 2, minimum_samples })
    const late = await edit(id, { name: 'Late', base })
    expect([late.status, late.errors[0]?.versions]).toMatchObject([
      409,
      { yours: { name: 'Late' }, theirs: { version: 2 } },
    ])
    const found = await must(
      call(protocolCalls.search, { body: { filters: { recipe_uuid: recipe } } }),
    )
    expect(found.data).toMatchObject({ data: [{ uuid: id, name }], total: 1 })
  })

  it('[VAL-021] takes no rule twice and no layout that fits nowhere', async () => {
    const id = await makeProtocol(call, world.plainWord())
    const rule = { sample_type: 'ntc', count: 1 }
    const twice = await edit(id, { minimum_samples: [rule, { ...rule, count: 2 }] })
    expect(twice.errors[0]).toMatchObject({
      field: 'minimum_samples.1.sample_type',
      reason: 'rule_repeated',
    })
    const layout = [{ name: 'A', sample_type: 'unknown', coordinates: ['H12'] }]
    await must(edit(id, { layout }))
    const small = await edit(id, { cartridge_types: ['Wells16'] })
    expect(small.errors[0]).toMatchObject({ field: 'layout.0.coordinates', reason: 'well_outside' })
  })

  it('[CALL-258] goes when no open analysis was made with it', async () => {
    const id = await makeProtocol(call, world.plainWord())
    const analysis = await plan(id)
    const remove = () => call(protocolCalls.delete, { params: { id } })
    expect((await remove()).errors[0]).toMatchObject({
      reason: 'in_use',
      params: { count: 1, by: 'ANALYSIS' },
    })
    await must(
      call(analysisCalls.delete, { params: { id: analysis }, body: { reason: 'not needed' } }),
    )
    await must(remove())
    expect((await call(protocolCalls.get, { params: { id } })).status).toBe(404)
  })

  it('[CALL-259] [CALL-260] is copied without its aliases, and moves only with what it uses', async () => {
    const id = await makeProtocol(call, 'To copy')
    const { recipe_uuid: recipe } = await read(id)
    await must(
      call(protocolCalls.createAlias, {
        body: { protocol_uuid: id, swarm_uuid: lab.swarm, alias: world.plainWord() },
      }),
    )
    await must(call(protocolCalls.duplicateForm, { params: { id } }))
    const copy = await must(
      call(protocolCalls.duplicate, { params: { id }, body: { name: 'Copied' } }),
    )
    expect(copy.data).toMatchObject({ name: 'Copied', aliases: [], version: 1 })
    const form = await must(call(protocolCalls.migrateForm, { params: { id } }))
    expect(form.data).toMatchObject({ options: { swarm_uuid: [{ label: 'First' }] } })
    const move = (swarm_uuid: string | null) =>
      call(protocolCalls.migrate, { params: { id }, body: { swarm_uuid } })
    await must(move(lab.swarm))
    const { uuid } = copy.data
    await must(call(protocolCalls.delete, { params: { id: uuid } }))
    await must(
      call(recipeCalls.migrate, { params: { id: recipe }, body: { swarm_uuid: lab.swarm } }),
    )
    expect((await move(null)).errors[0]).toMatchObject({
      field: 'recipe_uuid',
      reason: 'other_swarm',
    })
    expect((await read(id)).aliases).toHaveLength(1)
  })
})

describe('applications of a protocol', () => {
  it('[CALL-263] [VAL-018] are linked, each once', async () => {
    const id = await makeProtocol(call, world.plainWord())
    const [one, two] = [await makeApplication(call, 'One'), await makeApplication(call, 'Two')]
    await must(link(id, one))
    const again = await link(id, two, one)
    expect(again.errors[0]).toMatchObject({
      message: 'An application cannot be added twice',
      field: 'application_uuids.2',
      reason: 'application_repeated',
    })
    const twice = await link(id, two, two)
    expect(twice.errors[0]?.reason).toBe('application_repeated')
    expect(await read(id)).toMatchObject({ application_uuids: [one], version: 2 })
    const form = await must(call(protocolCalls.linkApplicationForm, { params: { id } }))
    const { options } = form.data
    const offered = options['application_uuids']?.map(({ value }) => value)
    expect([offered?.includes(one), offered?.includes(two)]).toEqual([false, true])
    await must(edit(id, { application_uuids: [] }))
    expect(await actionsOn(call, 'protocol', id)).toContain('protocol.link_application')
  })

  it('are there, offered and in sight', async () => {
    const id = await makeProtocol(call, world.plainWord())
    const none = await link(id, crypto.randomUUID())
    expect([none.status, none.errors[0]?.reason]).toEqual([404, 'application_unknown'])
    const archived = await makeApplication(call, 'Archived')
    await must(call(applicationCalls.edit, { params: { id: archived }, body: { archived: 1 } }))
    expect((await link(id, archived)).errors[0]?.reason).toBe('archived')
    const body = { ...applicationBody('Of a swarm'), swarm_uuid: lab.swarm }
    const narrow = await made(call, applicationCalls.create, body)
    expect((await link(id, narrow)).errors[0]?.reason).toBe('other_swarm')
  })

  it('[CALL-251] do not go while they are linked', async () => {
    const id = await makeProtocol(call, world.plainWord())
    const application = await makeApplication(call, 'Linked')
    await must(link(id, application))
    const remove = () => call(applicationCalls.delete, { params: { id: application } })
    expect((await remove()).errors[0]).toMatchObject({
      reason: 'in_use',
      params: { count: 1, by: 'PROTOCOL' },
    })
    await must(edit(id, { application_uuids: [] }))
    await must(remove())
  })
})

describe('aliases', () => {
  const create = (protocol: string, alias: string, more: object = {}) =>
    call(protocolCalls.createAlias, {
      body: { protocol_uuid: protocol, swarm_uuid: lab.swarm, alias, ...more },
    })

  it('[CALL-264] [CALL-267] [ENT-032] a swarm knows a protocol by one', async () => {
    const [id, alias] = [await makeProtocol(call, 'Named'), world.plainWord()]
    const { data } = await must(create(id, alias))
    const listed = { alias, swarm_uuid: lab.swarm, protocol_uuid: id, protocol_name: 'Named' }
    expect(data).toMatchObject(listed)
    expect((await read(id)).aliases).toMatchObject([{ alias, swarm_uuid: lab.swarm }])
    const search = async (body: object) =>
      (await must(call(protocolCalls.searchAliases, { body }))).data
    expect(await search({ search: alias.toUpperCase() })).toEqual({
      data: [data],
      pages: 1,
      total: 1,
    })
    expect(await search({ protocol_uuid: crypto.randomUUID() })).toMatchObject({ total: 0 })
  })

  it('[VAL-025] an alias is one protocol’s in a swarm, whatever the case of its letters', async () => {
    const [id, alias] = [await makeProtocol(call, 'First'), world.plainWord()]
    await must(create(id, alias))
    const other = await makeProtocol(call, 'Second')
    const taken = await create(other, alias.toUpperCase())
    expect([taken.status, taken.errors[0]]).toMatchObject([
      409,
      { message: 'Choose a different protocol alias', field: 'alias', reason: 'alias_taken' },
    ])
    await must(call(protocolCalls.delete, { params: { id } }))
    await must(create(other, alias.toUpperCase()))
  })

  it('[VAL-010] has no spaces and no forbidden characters', async () => {
    const id = await makeProtocol(call, 'Spelled')
    expect((await create(id, 'two words')).errors[0]).toMatchObject({
      field: 'alias',
      reason: 'no_spaces',
    })
    expect((await create(id, 'a/b')).errors[0]?.reason).toBe('forbidden_character')
  })

  it('[CALL-265] [CALL-266] is changed and removed, a second delivery of the same included', async () => {
    const id = await makeProtocol(call, 'Renamed')
    const { uuid } = (await must(create(id, world.plainWord()))).data
    const alias = world.plainWord()
    const sent = (body?: object) => ({
      params: { id: uuid },
      ...(body ? { body } : {}),
      headers: { 'Operation-Id': `alias-${body ? 'edit' : 'delete'}-1` },
    })
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const { data } = await must(call(protocolCalls.editAlias, sent({ alias })))
      expect(data).toMatchObject({ uuid, alias })
    }
    for (let delivery = 0; delivery < 2; delivery += 1) {
      await must(call(protocolCalls.deleteAlias, sent()))
    }
    expect((await read(id)).aliases).toEqual([])
    expect(await actionsOn(call, 'protocol', id)).toEqual([
      'protocol.create',
      'protocol.alias_create',
      'protocol.alias_edit',
      'protocol.alias_delete',
    ])
    expect((await call(protocolCalls.deleteAlias, { params: { id: uuid } })).status).toBe(404)
  })

  it('those of other swarms are out of sight', async () => {
    const id = await makeProtocol(call, 'Everybody’s')
    expect(
      (await create(id, world.plainWord(), { swarm_uuid: lab.otherSwarm })).errors[0],
    ).toMatchObject({ field: 'swarm_uuid', reason: 'swarm_unknown' })
    const hidden = {
      uuid: crypto.randomUUID(),
      alias: world.plainWord(),
      swarm_uuid: lab.otherSwarm,
    }
    const { uuid, created_at: _created, updated_at: _updated, ...body } = await read(id)
    await changeInside(lab.company, {
      type: 'put',
      kind: 'protocol',
      uuid,
      body: { ...body, aliases: [hidden] },
    })
    const found = await must(call(protocolCalls.searchAliases, { body: { protocol_uuid: id } }))
    expect(found.data).toMatchObject({ total: 0 })
    const change = await call(protocolCalls.editAlias, {
      params: { id: hidden.uuid },
      body: { alias: 'mine' },
    })
    const missing = await call(protocolCalls.editAlias, {
      params: { id: crypto.randomUUID() },
      body: { alias: 'mine' },
    })
    expect([change.status, change.errors]).toEqual([404, missing.errors])
  })
})

describe('[CALL-262] [PERM-010] the answer for the wizard', () => {
  it('comes in one answer', async () => {
    const operator = await lab.as('Operator')
    const id = await makeProtocol(call, 'Prepared')
    const application = await makeApplication(call, 'Its application')
    await must(link(id, application))
    const { data } = await must(operator(protocolCalls.prepare, { params: { id } }))
    const prepared = data
    expect(prepared).toMatchObject({
      protocol: { uuid: id },
      recipe_kind: 'RECIPE',
      recipe: { name: 'Prepared R' },
      applications: [{ uuid: application }],
      sample_types: ['unknown', 'ntc'],
      cartridge_types: ['Wells16', 'Wells96'],
      minimum_bkernel: '2.8.0',
      devices: [{ uuid: lab.device, new_enough: true, refusal: { reason: 'device_offline' } }],
    })
  })

  it('and says which devices are too old', async () => {
    const id = await makeProtocol(call, 'Newest')
    await must(edit(id, { minimum_bkernel: '9.0.0' }))
    const { data } = await must(call(protocolCalls.prepare, { params: { id } }))
    expect(data).toMatchObject({
      minimum_bkernel: '9.0.0',
      devices: [{ uuid: lab.device, new_enough: false }],
    })
  })

  it('[VAL-042] and what is too old is not launched, whether recipe or protocol asks for more', async () => {
    const id = await makeProtocol(call, 'Launched')
    const required = '9.0.0'
    await must(edit(id, { minimum_bkernel: required }))
    const patch = { connected: '10' }
    await changeInside(lab.company, { type: 'patch', kind: 'device', uuid: lab.device, patch })
    const uuid = await plan(id, lab.device)
    const launched = await call(analysisCalls.launch, { params: { id: uuid } })
    expect([launched.status, launched.errors[0]]).toMatchObject([
      409,
      { code: 'device_outdated', params: { required } },
    ])
  })

  it('but not of an archived one', async () => {
    const id = await makeProtocol(call, 'Put away')
    await must(edit(id, { archived: 1 }))
    const answer = await call(protocolCalls.prepare, { params: { id } })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'archived'])
  })
})
