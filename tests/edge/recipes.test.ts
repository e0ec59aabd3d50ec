import { beforeAll, describe, expect, it } from 'vitest'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { type Lab, must, type Sender } from './lab.ts'
import { changeRecord } from './store-writes.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import type { World } from './matrix/example.ts'
import {
  actionsOn,
  evaluation,
  makeProtocol,
  makeRecipe,
  process,
  protocolBody,
  recipeBody,
  target,
} from './method-bodies.ts'

let world: World
let lab: Lab
let call: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  call = await lab.as('Manager')
}, 60_000)

const read = async (id: string) => (await must(call(recipeCalls.get, { params: { id } }))).data
const edit = (id: string, body: object, sender = call) =>
  sender(recipeCalls.edit, { params: { id }, body })
const create = (change: object) =>
  call(recipeCalls.create, { body: { ...recipeBody(world.plainWord()), ...change } })

/** Return everything that is wrong with it, by field. */
const reasons = (answer: {
  errors: { field?: string | undefined; reason?: string | undefined }[]
}) => answer.errors.map(({ field, reason }) => [field, reason])

describe('a recipe is made', () => {
  it('[CALL-070] [PERM-007] the form offers what the account may choose', async () => {
    const { data } = await must(call(recipeCalls.createForm))
    const { record, options } = data
    expect(record).toBeNull()
    expect(options['swarm_uuid']?.map(({ value }) => value)).toEqual([lab.swarm])
    expect(options['channel']?.map(({ value }) => value)).toEqual(['FAM', 'VIC', 'ROX', 'CY5'])
    expect(options['cartridge_types']?.map(({ value }) => value)).toContain('Wells96')
  })

  it('[CALL-071] [CALL-059] [ENT-034] [ENT-035] [ENT-036] in its first version, active', async () => {
    const id = await makeRecipe(call, 'First')
    const made = await read(id)
    expect(made).toMatchObject({ ...recipeBody('First'), archived: 0, version: 1 })
    expect(made.evaluation.variables).toEqual([{ name: 'dilution', value: 10, type: 'number' }])
  })

  it('defaults 2: the Cq method is written into a new one, and stays as it was in an old one', async () => {
    const methods = ({ evaluation: made }: Pick<Recipe, 'evaluation'>) =>
      made.targets.map((one) => one.cq_method)
    const id = await makeRecipe(call, 'Method written')
    expect(methods(await read(id))).toEqual(['consensus', 'consensus'])
    const fixed = { ...target('Fixed'), threshold: { method: 'fixed' as const, value: 0.2 } }
    const given = { ...target('Given', 'VIC'), cq_method: 'cy0' as const }
    const { data } = await must(create({ evaluation: { ...evaluation, targets: [fixed, given] } }))
    expect(methods(data)).toEqual(['threshold', 'cy0'])
    // Edit without a method, which leaves each target's as it is; a new target gets the default.
    await must(edit(id, { evaluation }))
    expect(methods(await read(id))).toEqual(['consensus', 'consensus'])
    const more = { ...evaluation, targets: [target('Added'), ...evaluation.targets.slice(1)] }
    await must(edit(id, { evaluation: more }))
    expect(methods(await read(id))).toEqual(['consensus', 'consensus'])
    // Keep a recipe by threshold that was stored before the method
    // could be chosen, with what is added to it and in its two halves.
    await changeRecord(lab.company, { kind: 'recipe', uuid: id }, { evaluation })
    await must(edit(id, { evaluation: more }))
    expect(methods(await read(id))).toEqual(['threshold', undefined])
    await changeRecord(lab.company, { kind: 'recipe', uuid: id }, { evaluation })
    const halves = await must(call(recipeCalls.split, { params: { id } }))
    const { evaluation_recipe: half } = halves.data
    expect(methods(half)).toEqual(['threshold', 'threshold'])
  })

  it('a create that comes again after the version that writes the Cq method answers as the first did', async () => {
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const order = { body: recipeBody('Across the deploy'), headers }
    const { data: first } = await must(call(recipeCalls.create, order))
    // Store it as the earlier version has: with the evaluation as it came.
    const { uuid } = first as Recipe
    await changeRecord(lab.company, { kind: 'recipe', uuid }, { evaluation })
    const stored = await read(uuid)
    const { data: again } = await must(call(recipeCalls.create, order))
    expect(again).toEqual(stored)
    expect(await read(uuid)).toEqual(stored)
    const other = await call(recipeCalls.create, { ...order, body: recipeBody('Another') })
    expect(other.errors[0]?.reason).toBe('operation_reused')
  })

  it('[VAL-009] an id is given once', async () => {
    const uuid = crypto.randomUUID()
    await must(create({ uuid }))
    expect(reasons(await create({ uuid }))).toEqual([['uuid', 'id_not_unique']])
  })

  it('by nobody for a swarm they are not in', async () => {
    const answer = await create({ swarm_uuid: lab.otherSwarm })
    expect(reasons(answer)).toEqual([['swarm_uuid', 'swarm_unknown']])
  })

  it('[VAL-020] [ENT-036] not with a variable that is defined already', async () => {
    const variables = [
      { name: 'Dilution', value: 10, type: 'number' },
      { name: 'dilution ', value: 'ten', type: 'number' },
    ]
    const answer = await create({ evaluation: { ...evaluation, variables } })
    expect(reasons(answer)).toEqual([
      ['evaluation.variables.1.name', 'variable_repeated'],
      ['evaluation.variables.1.value', 'variable_type'],
    ])
  })

  it('[VAL-021] not with a rule that is repeated: a name, a channel, a temperature interval', async () => {
    const tm = (name: string, min: number, max: number) => ({ ...target(name), tm: { min, max } })
    const targets = [tm('A', 60, 65), tm('a', 70, 75), tm('B', 64, 68), tm('C', 68, 70)]
    const answer = await create({ evaluation: { ...evaluation, targets } })
    expect(reasons(answer)).toEqual([
      ['evaluation.targets.1.name', 'target_repeated'],
      ['evaluation.targets.2.tm', 'rule_repeated'],
    ])
    const twice = await create({
      process: { ...process, channels: [...process.channels, process.channels[0]] },
      evaluation: { ...evaluation, targets: [target('A'), target('B')] },
    })
    expect(reasons(twice)).toEqual([
      ['process.channels.2.wavelength', 'rule_repeated'],
      ['evaluation.targets.1.channel', 'rule_repeated'],
    ])
  })

  it.each([
    ['intensity', 0.5, 1],
    ['intensity', 100.5, 100],
    ['exposure', 9, 10],
    ['exposure', 301, 300],
  ])('[VAL-037] [VAL-038] %s %s is refused and %s is taken', async (field, bad, good) => {
    const [first, ...others] = process.channels
    const withIt = (value: number) => ({
      process: { ...process, channels: [{ ...first, [field]: value }, ...others] },
    })
    expect((await create(withIt(bad))).errors[0]?.field).toBe(`process.channels.0.${field}`)
    expect((await create(withIt(good))).errors).toEqual([])
  })

  it('not with a programme that cannot be run or that measures something else', async () => {
    const steps = [...process.steps.slice(0, 3), { type: 'loop', goto: 5, repeat: 2 }]
    const loop = await create({ process: { ...process, steps } })
    expect(reasons(loop)).toEqual([['process.steps.3.goto', 'loop_forward']])
    const hot = [
      { type: 'temperature', temperature: 95, duration: 1, temperature_change: 1 },
      { type: 'loop', goto: 0, repeat: 40 },
    ]
    const boiled = await create({ process: { ...process, steps: hot } })
    expect(reasons(boiled)).toEqual([
      ['process.steps.0.temperature_change', 'temperature_out_of_range'],
    ])
    const unread = await create({ evaluation: { ...evaluation, targets: [target('A', 'ROX')] } })
    expect(reasons(unread)).toEqual([['evaluation.targets.0.channel', 'channel_not_measured']])
  })

  it('not with an invalid number', async () => {
    for (const number of ['1e999', '-1e999']) {
      const body = JSON.stringify(recipeBody('Number')).replace('"value":10', `"value":${number}`)
      expect(body).toContain(number)
      const headers = { 'Content-Type': 'application/json' }
      const answer = await call(recipeCalls.create, { body, headers })
      expect([answer.status, answer.errors[0]?.code]).toEqual([422, 'invalid'])
    }
  })

  it('[VAL-015] not with a target for no mix', async () => {
    const targets = [{ ...target('A'), well_types: [] }]
    const answer = await create({ evaluation: { ...evaluation, targets } })
    expect(reasons(answer)).toEqual([['evaluation.targets.0.well_types', 'well_type_required']])
  })
})

describe('a recipe is changed', () => {
  it('[CALL-061] a change of what it does makes a version, a name does not', async () => {
    const id = await makeRecipe(call, 'Versions')
    await must(edit(id, { name: 'Renamed' }))
    expect(await read(id)).toMatchObject({ name: 'Renamed', version: 1 })
    await must(edit(id, { process: { ...process, lid_temperature: 100 } }))
    await must(edit(id, { minimum_bkernel: null }))
    expect(await read(id)).toMatchObject({ version: 3, minimum_bkernel: null })
    await must(edit(id, { process: { ...process, lid_temperature: 100 } }))
    expect((await read(id)).version).toBe(3)
  })

  it('[CALL-061] a change by somebody else meanwhile is not lost: both versions come back', async () => {
    const id = await makeRecipe(call, 'Stale')
    const { updated_at: base } = await read(id)
    await must(edit(id, { name: 'Theirs', base }))
    const answer = await edit(id, { name: 'Mine', base })
    expect([answer.status, answer.errors[0]?.code]).toEqual([409, 'stale'])
    expect(answer.errors[0]?.versions).toMatchObject({
      yours: { name: 'Mine' },
      theirs: { uuid: id, name: 'Theirs' },
    })
    expect((await read(id)).name).toBe('Theirs')
  })

  it('one of another swarm is as if it were not there', async () => {
    const uuid = crypto.randomUUID()
    const body = { ...recipeBody('Hidden'), swarm_uuid: lab.otherSwarm, archived: 0, version: 1 }
    await changeInside(lab.company, { type: 'put', kind: 'recipe', uuid, body })
    const missing = await edit(crypto.randomUUID(), { name: 'x' })
    const hidden = await edit(uuid, { name: 'x' })
    expect([hidden.status, hidden.errors]).toEqual([404, missing.errors])
    const { data } = await must(call(recipeCalls.search, { query: { limit: '500' } }))
    expect(JSON.stringify(data)).not.toContain(uuid)
  })

  it('[STATE-050] [STATE-051] is archived and brought back, each a step of its own', async () => {
    const id = await makeRecipe(call, 'Archive')
    await must(edit(id, { archived: 1 }))
    expect(await read(id)).toMatchObject({ archived: 1, version: 1 })
    const changed = await edit(id, { name: 'Changed' })
    expect([changed.status, changed.errors[0]]).toMatchObject([
      409,
      { reason: 'wrong_state', params: { state: 'archived', action: 'edit' } },
    ])
    expect((await edit(id, { archived: 1 })).errors[0]?.reason).toBe('wrong_state')
    await must(edit(id, { archived: 0 }))
    await must(edit(id, { name: 'Changed' }))
    const both = await edit(id, { archived: 1, name: 'Both' })
    expect(reasons(both)).toEqual([['archived', 'not_alone']])
    expect(await actionsOn(call, 'recipe', id)).toEqual([
      'recipe.create',
      'recipe.archive',
      'recipe.unarchive',
      'recipe.edit',
    ])
  })

  it('[STATE-050] an archived one is offered nowhere', async () => {
    const id = await makeRecipe(call, 'Put away')
    await must(edit(id, { archived: 1 }))
    const body = protocolBody('On it', id)
    const answer = await call(protocolCalls.create, { body })
    expect(reasons(answer)).toEqual([['recipe_uuid', 'archived']])
    const form = await must(call(protocolCalls.createForm))
    expect(JSON.stringify(form.data)).not.toContain(id)
    const { data } = await must(
      call(recipeCalls.search, { query: { limit: '100' }, body: { filters: { archived: 0 } } }),
    )
    expect(JSON.stringify(data)).not.toContain(id)
  })
})

describe('a recipe is moved, copied and removed', () => {
  it('[CALL-073] [CALL-074] [VAL-026] to another swarm', async () => {
    const id = await makeRecipe(call, 'Moves')
    const move = (swarm: string | null) =>
      call(recipeCalls.migrate, { params: { id }, body: { swarm_uuid: swarm } })
    const same = await move(null)
    expect(same.errors[0]).toMatchObject({
      message: 'Choose a different swarm',
      field: 'swarm_uuid',
      reason: 'same_swarm',
    })
    expect(reasons(await move(lab.otherSwarm))).toEqual([['swarm_uuid', 'swarm_unknown']])
    await must(move(lab.swarm))
    const form = await must(call(recipeCalls.migrateForm, { params: { id } }))
    expect(form.data).toMatchObject({
      record: { uuid: id, swarm_uuid: lab.swarm },
      options: { swarm_uuid: [] },
    })
  })

  it('[CALL-074] is not moved out of the sight of people whose protocols use it', async () => {
    const id = await makeRecipe(call, 'Stood on')
    await makeProtocol(call, 'Everybody’s', id)
    const answer = await call(recipeCalls.migrate, {
      params: { id },
      body: { swarm_uuid: lab.swarm },
    })
    expect(answer.errors[0]).toMatchObject({
      reason: 'in_use',
      params: { count: 1, by: 'PROTOCOL' },
    })
  })

  it('[CALL-075] [CALL-076] a copy begins at version 1', async () => {
    const id = await makeRecipe(call, 'Original')
    await must(edit(id, { minimum_bkernel: null }))
    await must(edit(id, { archived: 1 }))
    const form = await must(call(recipeCalls.duplicateForm, { params: { id } }))
    expect(form.data).toMatchObject({ record: { uuid: id } })
    const headers = { 'Operation-Id': 'copy-once-0001' }
    const copy = () => call(recipeCalls.duplicate, { params: { id }, body: {}, headers })
    const { data } = await must(copy())
    expect(data).toMatchObject({ name: 'Original (copy)', archived: 0, version: 1 })
    expect((await must(copy())).data).toEqual(data)
  })

  it('[CALL-068] is not removed while protocols use it, and says how many', async () => {
    const id = await makeRecipe(call, 'Needed')
    const protocol = await makeProtocol(call, 'Needs it', id)
    const remove = () => call(recipeCalls.delete, { params: { id } })
    const refused = await remove()
    expect([refused.status, refused.errors[0]]).toMatchObject([
      409,
      { reason: 'in_use', params: { count: 1, by: 'PROTOCOL' } },
    ])
    await must(call(protocolCalls.delete, { params: { id: protocol } }))
    await must(remove())
    expect((await call(recipeCalls.get, { params: { id } })).status).toBe(404)
  })
})
