import { beforeAll, describe, expect, it } from 'vitest'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { type Lab, must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import {
  actionsOn,
  applicationBody,
  evaluation,
  evaluationBody,
  made,
  process,
  processBody,
} from './method-bodies.ts'

let world: World
let lab: Lab
let call: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  call = await lab.as('Manager')
}, 60_000)

const groups = [
  {
    kind: 'application',
    calls: applicationCalls,
    body: applicationBody,
    content: { sample_types: ['standard'] },
    ids: {
      create: '[CALL-248]',
      get: '[CALL-249] [ENT-033]',
      edit: '[CALL-250]',
      delete: '[CALL-251]',
      duplicate: '[CALL-252]',
      migrate: '[CALL-253]',
      search: '[CALL-254]',
    },
  },
  {
    kind: 'process_recipe',
    calls: processRecipeCalls,
    body: processBody,
    content: { process: { ...process, lid_temperature: 90 } },
    ids: {
      create: '[CALL-268]',
      get: '[CALL-269] [ENT-034] [ENT-035]',
      edit: '[CALL-270]',
      delete: '[CALL-271]',
      duplicate: '[CALL-272]',
      migrate: '[CALL-273]',
      search: '[CALL-274]',
    },
  },
  {
    kind: 'evaluation_recipe',
    calls: evaluationRecipeCalls,
    body: evaluationBody,
    content: { evaluation: { ...evaluation, variables: [] } },
    ids: {
      create: '[CALL-275]',
      get: '[CALL-276] [ENT-034] [ENT-035] [ENT-036]',
      edit: '[CALL-277]',
      delete: '[CALL-278]',
      duplicate: '[CALL-279]',
      migrate: '[CALL-280]',
      search: '[CALL-281]',
    },
  },
] as const

describe.each(groups)('$kind', ({ kind, calls, body, content, ids }) => {
  const make = (name: string) => made(call, calls.create, body(name))
  const read = async (id: string) => (await must(call(calls.get, { params: { id } }))).data
  const edit = (id: string, patch: object) => call(calls.edit, { params: { id }, body: patch })

  it(`${ids.create} ${ids.get} is made in its first version`, async () => {
    const form = await must(call(calls.createForm))
    expect(form.data).toMatchObject({
      record: null,
      options: { swarm_uuid: [{ value: lab.swarm, label: 'First' }] },
    })
    const id = await make('Made')
    expect(await read(id)).toMatchObject({ ...body('Made'), archived: 0, version: 1 })
  })

  it(`${ids.edit} [STATE-050] [STATE-051] is edited in versions, archived and brought back`, async () => {
    const id = await make('Edited')
    const { updated_at: base } = await read(id)
    await must(edit(id, { ...content, base }))
    expect(await read(id)).toMatchObject({ ...content, version: 2 })
    const late = await edit(id, { name: 'Late', base })
    expect([late.status, late.errors[0]?.versions]).toMatchObject([
      409,
      { yours: { name: 'Late' }, theirs: { version: 2 } },
    ])
    await must(edit(id, { archived: 1 }))
    expect((await edit(id, content)).errors[0]?.reason).toBe('wrong_state')
    await must(edit(id, { archived: 0 }))
    expect(await actionsOn(call, kind, id)).toEqual([
      `${kind}.create`,
      `${kind}.edit`,
      `${kind}.archive`,
      `${kind}.unarchive`,
    ])
  })

  it(`${ids.duplicate} is copied`, async () => {
    const id = await make('Original')
    await must(call(calls.duplicateForm, { params: { id } }))
    const { data } = await must(call(calls.duplicate, { params: { id } }))
    expect(data).toMatchObject({ ...body('Original (copy)'), version: 1 })
  })

  it(`${ids.migrate} [VAL-026] is moved to another swarm`, async () => {
    const id = await make('Moved')
    const move = (swarm_uuid: string | null) =>
      call(calls.migrate, { params: { id }, body: { swarm_uuid } })
    expect((await move(null)).errors[0]?.message).toBe('Choose a different swarm')
    await must(move(lab.swarm))
    const form = await must(call(calls.migrateForm, { params: { id } }))
    expect(form.data).toMatchObject({ record: { swarm_uuid: lab.swarm } })
  })

  it(`${ids.search} is found by name and state`, async () => {
    const name = world.plainWord()
    const id = await make(name)
    const search = async (filters: object) =>
      (await must(call(calls.search, { body: { search: name, filters } }))).data
    expect(await search({ archived: 0 })).toMatchObject({ data: [{ uuid: id }], total: 1 })
    expect(await search({ archived: 1, swarm_uuid: [lab.swarm] })).toMatchObject({ total: 0 })
  })

  it(`${ids.delete} is removed`, async () => {
    const id = await make('Removed')
    const body = { reason: 'made by mistake' }
    await must(call(calls.delete, { params: { id }, body }))
    expect((await call(calls.get, { params: { id } })).status).toBe(404)
  })
})

describe('an application', () => {
  const create = (change: object) =>
    call(applicationCalls.create, { body: { ...applicationBody('A'), ...change } })

  it('[VAL-016] [VAL-017] has at least one sample type', async () => {
    expect((await create({ sample_types: [] })).errors[0]).toMatchObject({
      field: 'sample_types',
      reason: 'sample_type_required',
    })
  })

  it('[VAL-021] has none twice', async () => {
    expect((await create({ sample_types: ['ntc', 'ntc'] })).errors[0]).toMatchObject({
      field: 'sample_types.1',
      reason: 'rule_repeated',
    })
  })

  it('[VAL-020] [ENT-033] has no variable twice', async () => {
    const variable = { name: 'matrix', value: 'milk', type: 'string' }
    expect((await create({ variables: [variable, variable] })).errors[0]).toMatchObject({
      field: 'variables.1.name',
      reason: 'variable_repeated',
    })
  })
})

it('[VAL-020] [VAL-021] an evaluation recipe repeats neither variables nor targets', async () => {
  const [variable] = evaluation.variables
  const [target] = evaluation.targets
  const body = {
    ...evaluationBody('Repeats'),
    evaluation: { ...evaluation, variables: [variable, variable], targets: [target, target] },
  }
  const { errors } = await call(evaluationRecipeCalls.create, { body })
  expect(errors.map(({ reason }) => reason)).toEqual(['variable_repeated', 'target_repeated'])
})

it('[VAL-037] [VAL-038] a process recipe keeps within the limits of its wavelengths', async () => {
  const channel = { wavelength: 'FAM', intensity: 0, exposure: 301 }
  const body = { ...processBody('Limits'), process: { ...process, channels: [channel] } }
  const { errors } = await call(processRecipeCalls.create, { body })
  expect(errors.map(({ field }) => field)).toEqual([
    'process.channels.0.intensity',
    'process.channels.0.exposure',
  ])
})
