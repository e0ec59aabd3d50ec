import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Report } from '../../domain/entities/report.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { holding, makeCompleted, readAnalysis, signing, validate } from './made-analyses.ts'
import { makeMeasured } from './plan.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('attacks-reports')
  manager = await lab.as('Manager')
}, 60_000)

const at = ({ uuid }: { uuid: string }) => ({ params: { id: uuid } })
const report = (run: Analysis) => manager(analysisCalls.report, { ...at(run), body: {} })
const approve = (one: Report) => manager(reportCalls.approve, { ...at(one), body: signing(one) })
const decide = async (run: Analysis, changes: object) => {
  const body = holding(await readAnalysis(manager, run.uuid), 0, changes)
  return (await must(manager(analysisCalls.reviewSamples, { ...at(run), body }))).data
}
const outdated = { code: 'stale', field: 'samples_hash', reason: 'report_outdated' }

describe('a report that waits for its approval', () => {
  it('A26-1: is not approved once a reviewer has rejected a sample that it reports, or released one', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const first = (await must(report(run))).data
    const { sample_reviews } = await decide(run, { verdict: 'rejected', reason: 'swapped tube' })
    expect((await approve(first)).errors[0]).toMatchObject(outdated)
    const second = (await must(report(run))).data
    const seen = sample_reviews?.[0]?.at ?? null
    await decide(run, { verdict: null, reason: '', seen })
    expect((await approve(second)).errors[0]).toMatchObject(outdated)
    await must(approve((await must(report(run))).data))
  })

  it('A26-1: is not approved once its samples are named otherwise, though the results are the same', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const first = (await must(report(run))).data
    const [one, two, ...others] = run.samples
    if (!one || !two) throw new Error('the run has two samples')
    const samples = [
      { ...one, name: `${two.name} b` },
      { ...two, name: `${one.name} a` },
      ...others,
    ]
    const body = { samples, reason: 'the tubes were swapped' }
    const { data: swapped } = await must(manager(analysisCalls.edit, { ...at(run), body }))
    expect(swapped.results.at(-1)?.hash).toBe(first.result_hash)
    expect((await approve(first)).errors[0]).toMatchObject(outdated)
  })

  it('A26-1: is not kept where a sample is rejected while its file is made', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const { answer, wasHeld } = await sendHeld(
      () => report(run),
      { store: (method) => method === 'change' },
      () => decide(run, { verdict: 'rejected', reason: 'swapped tube' }),
    )
    expect([wasHeld, answer.errors[0]?.reason]).toEqual([true, 'changed_meanwhile'])
  })
})

describe('a report of a sample', () => {
  it('A26-8: is of the signed run until its correction is signed, and of the version that is meant', async () => {
    const signed = await validate(manager, await makeCompleted(manager, lab.swarm))
    const reason = 'a bubble'
    const correction = { ...at(signed), body: { reason } }
    const { uuid } = (await must(manager(analysisCalls.correct, correction))).data
    const [sample] = signed.samples
    const exclusions = sample!.coordinates.map((well) => ({ well, target: null, reason }))
    const changed = { params: { id: uuid }, body: { exclusions, reason } }
    const draft = (await must(manager(analysisCalls.recalc, changed))).data
    const runsIn = async (query: Record<string, string> = {}) => {
      const asked = { params: { id: sample!.uuid }, query, body: {} }
      const file = new TextDecoder().decode(
        (await must(manager(reportCalls.createSample, asked))).data,
      )
      return [signed.uuid, uuid].filter((one) => file.includes(one))
    }
    expect(await runsIn()).toEqual([signed.uuid])
    expect(await runsIn({ analysis: uuid })).toEqual([uuid])
    await validate(manager, draft)
    expect(await runsIn()).toEqual([uuid])
    expect(await runsIn({ analysis: signed.uuid })).toEqual([signed.uuid])
    const other = await makeCompleted(manager, lab.swarm)
    const query = { analysis: other.uuid }
    const foreign = { params: { id: sample!.uuid }, query, body: {} }
    expect((await manager(reportCalls.createSample, foreign)).status).toBe(404)
  })
})

describe('a copy of a run', () => {
  it('A26-2: has neither the times of its device nor the calibration that its readings were divided by', async () => {
    const run = await makeMeasured(lab, manager)
    const told = { began: '2026-11-20T07:00:00.000Z', at: '2026-11-20T08:10:00.000Z' }
    const light = crypto.randomUUID()
    const measured = { AMP: 40, VAL: 0 }
    const body = { outcome: 'completed', reason: '', ...told, measured, light }
    await must(lab.asDevice(deviceLinkCalls.finished, { ...at(run), body }))
    expect(await run.read()).toMatchObject({
      device_times: expect.any(Object),
      light: { calibration_uuid: light },
    })
    const { data: copy } = await must(manager(analysisCalls.duplicate, at(run)))
    expect([copy.status, copy.device_times, copy.light]).toEqual(['INIT', undefined, undefined])
  })
})
