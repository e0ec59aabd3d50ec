import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
let manager: Sender
let administrator: Sender
beforeAll(async () => {
  lab = await foundLab('validation')
  manager = await lab.as('Manager')
  administrator = await lab.as('Administrator')
  await connectDevice(lab)
})

describe('a form that is not filled in as it should be', () => {
  it('[VAL-007] a missing required field is named', async () => {
    const answer = await administrator(swarmCalls.create, { body: {} })
    expect([answer.status, answer.errors]).toMatchObject([
      422,
      [{ code: 'invalid', field: 'name', reason: 'required', message: 'Field is required' }],
    ])
    const blank = await administrator(swarmCalls.create, { body: { name: '  ' } })
    expect(blank.errors).toMatchObject([{ field: 'name', reason: 'required' }])
  })

  it('[VAL-008] a value too short is refused with the fewest characters', async () => {
    const { uuid } = await create(manager, planFor(lab))
    const exclusions = [{ well: 'A1', target: null, reason: 'no' }]
    const body = { uuid, exclusions, reason: 'looked again' }
    const answer = await manager(analysisCalls.calculate, { body })
    expect([answer.status, answer.errors]).toMatchObject([
      422,
      [
        {
          code: 'invalid',
          field: 'exclusions.0.reason',
          reason: 'min_length',
          message: 'At least 3 characters',
          params: { minimum: 3 },
        },
      ],
    ])
  })

  it('[VAL-011] a forbidden character is named', async () => {
    const body = { protocol_uuid: lab.protocol, alias: 'flu:a', swarm_uuid: lab.swarm }
    const answer = await manager(protocolCalls.createAlias, { body })
    expect(answer.errors).toMatchObject([
      {
        code: 'invalid',
        field: 'alias',
        reason: 'forbidden_character',
        message: 'The character : is not allowed',
        params: { character: ':' },
      },
    ])
  })
})

describe('samples before a launch', () => {
  const sample = (name: string, coordinates: string[], more: object = {}) => ({
    uuid: crypto.randomUUID(),
    name,
    sample_type: 'unknown' as const,
    coordinates,
    ...more,
  })
  const launch = ({ uuid: id }: Analysis) => manager(analysisCalls.launch, { params: { id } })
  const setSamples = ({ uuid: id }: Analysis, samples: object[]) =>
    must(manager(analysisCalls.edit, { params: { id }, body: { samples } }))

  it('[VAL-030] those that are assigned to no well must be deleted before it runs', async () => {
    const placed = sample('Placed', ['A1'])
    const samples = [placed, sample('Extra 1', []), sample('Extra 2', [])]
    const record = await create(manager, planFor(lab, { samples }))
    const refused = await launch(record)
    expect(refused.errors).toMatchObject([
      { code: 'invalid', reason: 'sample_without_well', params: { sample: 'Extra 1' } },
      { code: 'invalid', reason: 'sample_without_well', params: { sample: 'Extra 2' } },
    ])
    await setSamples(record, [placed])
    await must(launch(record))
  })

  it('[VAL-032] each fills the wells that the protocol expects of its type', async () => {
    const expected_wells = [
      { sample_type: 'unknown', count: 2 },
      { sample_type: 'unknown', well_type: 'Mix 2', count: 1 },
    ]
    const params = { id: lab.protocol }
    const twice = await manager(protocolCalls.edit, {
      params,
      body: { expected_wells: [...expected_wells, { sample_type: 'unknown', count: 3 }] },
    })
    expect(twice.errors[0]).toMatchObject({
      field: 'expected_wells.2.sample_type',
      reason: 'rule_repeated',
    })
    await must(manager(protocolCalls.edit, { params, body: { expected_wells } }))
    const samples = [
      sample('Full', ['A1']),
      sample('Full', ['A2'], { well_type: 'Mix 2' }),
      sample('Thin', ['B1']),
      sample('Water', ['C1'], { sample_type: 'ntc' }),
    ]
    const record = await create(manager, planFor(lab, { samples }))
    const { errors } = await launch(record)
    expect(errors.map(({ reason, field, params: told }) => [reason, field, told])).toEqual([
      ['too_few_wells', 'samples.2.coordinates', { sample: 'Thin', count: 2, present: 1 }],
      [
        'too_few_wells_of_mix',
        'samples.2.coordinates',
        { sample: 'Thin', count: 1, present: 0, well_type: 'Mix 2' },
      ],
    ])
    await setSamples(
      record,
      samples.map((one) =>
        one.name === 'Thin' ? { ...one, coordinates: ['B1', 'B2'], well_type: 'Mix 2' } : one,
      ),
    )
    expect((await launch(record)).errors.filter(({ code }) => code === 'invalid')).toEqual([])
  })
})
