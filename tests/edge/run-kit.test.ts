import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeBkit } from './material-bodies.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
let operator: Sender
let maker: Sender
let kit: Bkit
let old: Bkit
beforeAll(async () => {
  const provider = await foundLab('kitmaker', { isProvider: 'Y' })
  maker = await provider.as('SuperAdmin')
  kit = await makeBkit(maker, 'Screening kit', { lot: 'L-1', expiry_date: '2099-06-30' })
  old = await makeBkit(maker, 'Old kit', {
    lot: 'L-0',
    production_start_date: '2019-05-01',
    production_end_date: '2019-05-04',
    expiry_date: '2020-06-30',
  })
  lab = await foundLab('kituser')
  operator = await lab.as('Operator')
  await connectDevice(lab)
})

/** Make the kit that a page sends after reading a label. */
const read = ({ uuid, name, ref, lot, expiry_date }: Bkit, more: Partial<RunKit> = {}): RunKit => ({
  bkit_uuid: uuid,
  name,
  ref,
  lot,
  box: 3,
  expiry_date,
  confirmed: false,
  ...more,
})
const launch = ({ uuid: id }: Analysis) => operator(analysisCalls.launch, { params: { id } })
const merge = async ({ uuid: id }: Analysis, from: RunKit | null, to: RunKit | null) => {
  const body = { base_seq: 0, changes: [{ field: 'kit', from, to }] }
  const answer = await must(operator(analysisCalls.merge, { params: { id }, body }))
  return answer.data.record
}

describe('the kit of a run', () => {
  it('is kept with it as the provider’s record says it, whatever the page said', async () => {
    const forged = read(kit, { name: 'Other', expiry_date: '2100-01-01', confirmed: true })
    const record = await create(operator, planFor(lab, { kit: forged }))
    expect(record.kit).toEqual({ ...read(kit), tests: kit.quantity, confirmed: true })
    const { kit: unknown } = await create(
      operator,
      planFor(lab, { kit: read(kit, { lot: 'L-77', confirmed: true }) }),
    )
    expect(unknown).toMatchObject({ lot: 'L-77', confirmed: false })
  })

  it('is confirmed for any lot that was produced of it, which everybody sees with the kit', async () => {
    const lots = [{ lot_number: 'P-26-4', boxes: 12, bkit_uuid: kit.uuid }]
    await must(maker(bkitCalls.inject, { body: { lots } }))
    const found = await must(operator(bkitCalls.search, { body: { filters: { lot: 'L-1' } } }))
    expect(found.data.data).toMatchObject([{ lots: [{ lot_number: 'P-26-4', boxes: 12 }] }])
    const taken = async (more: Partial<RunKit>) =>
      (await create(operator, planFor(lab, { kit: read(kit, more) }))).kit
    expect(await taken({ lot: 'P-26-4', box: 12 })).toMatchObject({ confirmed: true })
    expect(await taken({ lot: 'P-26-4', box: 13 })).toMatchObject({ confirmed: false })
  })

  it('is not made up of a kit that nobody knows, and no plan is refused for it', async () => {
    const nobody = read(kit, { bkit_uuid: crypto.randomUUID(), confirmed: true })
    const record = await create(operator, planFor(lab, { kit: nobody }))
    expect(record.kit).toEqual({ ...nobody, confirmed: false })
  })

  it('can be put in, changed and taken out before the launch, each time in the audit trail', async () => {
    const record = await create(operator, planFor(lab))
    expect(record.kit).toBeUndefined()
    const withKit = await merge(record, null, read(kit))
    expect(withKit.kit).toMatchObject({ lot: 'L-1', confirmed: true })
    expect((await merge(record, withKit.kit ?? null, null)).kit).toBeNull()
    const trail = await must(operator(analysisCalls.audit, { params: { id: record.uuid } }))
    const entries = trail.data
    expect(entries.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('kit')
  })

  it('stops the launch when it is past its day, until somebody says why it is used', async () => {
    const record = await create(operator, planFor(lab, { kit: read(old) }))
    const refused = await launch(record)
    expect(refused.errors).toMatchObject([
      { code: 'refused', reason: 'kit_expired', params: { lot: 'L-0', expiry: '2020-06-30' } },
    ])
    await merge(record, record.kit ?? null, read(old, { expired_reason: 'Training run' }))
    await must(launch(record))
  })

  it('does not go over to a plan that is duplicated: another run, another kit', async () => {
    const { uuid: id } = await create(operator, planFor(lab, { kit: read(kit) }))
    const copy = await must(operator(analysisCalls.duplicate, { params: { id } }))
    expect(copy.data.kit).toBeUndefined()
  })
})

describe('samples before a launch', () => {
  const sample = (name: string, coordinates: string[]) => ({
    uuid: crypto.randomUUID(),
    name,
    sample_type: 'unknown' as const,
    coordinates,
  })

  it('[VAL-028] a sample must be assigned to a well', async () => {
    const record = await create(operator, planFor(lab, { samples: [sample('Lost', [])] }))
    expect((await launch(record)).errors).toMatchObject([
      { code: 'invalid', reason: 'sample_without_well', params: { sample: 'Lost' } },
    ])
  })

  it('[VAL-029] the sample count cannot exceed the cartridge maximum', async () => {
    const samples = Array.from({ length: 97 }, (_, at) => sample(`S${at}`, []))
    const answer = await operator(analysisCalls.create, { body: planFor(lab, { samples }) })
    expect([answer.status, answer.errors]).toMatchObject([
      422,
      [{ reason: 'too_many_samples', params: { count: 97, maximum: 96 } }],
    ])
  })

  it('[VAL-031] a minimum number of samples per type applies', async () => {
    const manager = await lab.as('Manager')
    const minimum_samples = [{ sample_type: 'positive', count: 1 }]
    const params = { id: lab.protocol }
    await must(manager(protocolCalls.edit, { params, body: { minimum_samples } }))
    const record = await create(operator, planFor(lab))
    expect((await launch(record)).errors).toMatchObject([
      {
        reason: 'too_few_of_type',
        params: { sample_type: 'positive', count: 1, present: 0 },
      },
    ])
  })

  it('[ERR-068] nothing is exported where there are no samples with results', async () => {
    const { uuid: id } = await create(operator, planFor(lab))
    const body = { fileFormat: 'csv' }
    const answer = await operator(analysisCalls.export, { params: { id }, body })
    expect(answer.errors).toMatchObject([{ message: 'Not found samples', reason: 'no_results' }])
  })
})
