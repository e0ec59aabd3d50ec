import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { basisOf } from '../../edge/store/result-changes.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'

let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('plate')
  manager = await lab.as('Manager')
  await connectDevice(lab)
  const { uuid } = await create(manager, planFor(lab))
  const entry = (await must(manager(analysisCalls.launch, { params: { id: uuid } }))).data
  const answer = { command_uuid: entry.uuid, state: 'done' }
  await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
  const readings = Array.from({ length: 40 }, (_, at) => cycle(at + 1))
  const params = { id: uuid }
  const body = { readings, progress: progressAt(uuid, 40) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params, body }))
  const at = new Date().toISOString()
  const end = { outcome: 'completed', reason: '', at, measured: { AMP: 40, VAL: 0 } }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body: end }))
  record = await read(uuid)
})

async function read(id: string): Promise<Analysis> {
  return (await must(manager(analysisCalls.get, { params: { id } }))).data
}

describe('a plate corrected after the run', () => {
  it('has results of the samples as they are now, in the same step', async () => {
    const [first, second] = record.samples
    if (!first || !second) throw new Error('the plan has two samples')
    const samples = [
      { ...first, coordinates: second.coordinates },
      { ...second, coordinates: first.coordinates },
    ]
    const params = { id: record.uuid }
    const body = { samples, reason: 'the two tubes were swapped' }
    const after = (await must(manager(analysisCalls.edit, { params, body }))).data
    expect(after.results.map(({ reason }) => reason)).toEqual(['', 'the two tubes were swapped'])
    const hash = after.results.at(-1)?.hash ?? ''
    const file = await must(manager(analysisCalls.blob, { params: { id: record.uuid, hash } }))
    const results = JSON.parse(new TextDecoder().decode(file.data)) as Results
    const a1 = results.wells.find(({ well }) => well === 'A1')
    expect(a1?.sample_uuid).toBe(second.uuid)
    // Expect a failed control: the no-template control is now in a well that grew.
    expect(after.results.at(-1)?.summary.controls_ok).toBe(false)
  })

  it('is refused by its own fault where the plate is not possible', async () => {
    const [first] = record.samples
    const samples = [first, { ...first, uuid: crypto.randomUUID() }]
    const answer = await manager(analysisCalls.edit, {
      params: { id: record.uuid },
      body: { samples, reason: 'cannot be' },
    })
    expect(answer.errors[0]?.reason).toBe('well_taken')
  })

  it('makes a recalculation stale that had begun with the previous plate', async () => {
    const now = await read(record.uuid)
    const basis = basisOf(record)
    expect(basisOf(now)).not.toBe(basis)
    const outcome = await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (store) =>
      store.change(
        {
          type: 'analysis.calculate',
          uuid: record.uuid,
          evaluation: record.method.evaluation,
          exclusions: [],
          result: record.results[0] as never,
          basis,
          reason: 'late',
        },
        crypto.randomUUID(),
        {
          actor: { uuid: record.user_uuid, name: 'M', via: 'account' },
          sight: { kinds: [], swarms: [lab.swarm] },
          permissions: ['analysis.recalculate'],
          fourEyes: false,
        },
      ),
    )
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'stale' }] })
  })
})
