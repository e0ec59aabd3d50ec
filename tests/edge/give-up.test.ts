import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { readAuditOf } from './audit-of.ts'
import { must } from './lab.ts'
import { readAnalysis, signing } from './made-analyses.ts'
import { endBody, makeRunning, readingsBody, silenceRun } from './matrix/devices-at-work.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

const because = { reason: 'The device was stolen' }
const giveUp = (id: string, sender = world.call) =>
  sender(analysisCalls.giveUp, { params: { id }, body: because })
const readings = (run: Run, points: number) =>
  run.sender(deviceLinkCalls.readings, {
    params: { id: run.analysis },
    body: readingsBody(run.analysis, points),
  })
const finish = (run: Run, points: number) =>
  run.sender(deviceLinkCalls.finished, {
    params: { id: run.analysis },
    body: endBody('completed', points),
  })

type Run = Awaited<ReturnType<typeof makeRunning>>

/** Make a run with five readings whose device has been away for long. */
async function silent(): Promise<Run> {
  const run = await makeRunning(world)
  await must(readings(run, 5))
  await silenceRun(world.home.company, run.uuid, run.analysis)
  return run
}

describe('a run whose device never returns', () => {
  it('is ended by a person: incomplete, with what has come, a reason, and the device free', async () => {
    const run = await silent()
    await must(giveUp(run.analysis))
    const record = await readAnalysis(world.call, run.analysis)
    expect(record).toMatchObject({ status: 'INCOMPLETE', end_reason: because.reason })
    expect(record.curves_hash).not.toBeNull()
    expect(record.results).toHaveLength(1)
    const device = (await must(world.call(deviceCalls.get, { params: { id: run.uuid } }))).data
    expect(device as Device).toMatchObject({ busy: 'N', analysis_uuid: null })
    const trail = await readAuditOf(world.home.company, 'analysis', run.analysis)
    expect(trail.at(-1)).toMatchObject({ action: 'analysis.giveUp', reason: because.reason })
  })

  it('without a single reading ends incomplete without results', async () => {
    const run = await makeRunning(world)
    await silenceRun(world.home.company, run.uuid, run.analysis)
    await must(giveUp(run.analysis))
    const record = await readAnalysis(world.call, run.analysis)
    expect(record).toMatchObject({ status: 'INCOMPLETE', curves_hash: null, results: [] })
  })

  it('is not given up while its device is there or was a moment ago, nor without permission', async () => {
    const run = await makeRunning(world)
    expect((await giveUp(run.analysis)).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'device_there',
    })
    await storeOf(world.home.company).devicePresence(run.uuid, false)
    expect((await giveUp(run.analysis)).errors[0]).toMatchObject({ reason: 'device_heard' })
    await silenceRun(world.home.company, run.uuid, run.analysis)
    const operator = await world.home.as('Operator')
    expect((await giveUp(run.analysis, operator)).status).toBe(403)
    expect((await readAnalysis(world.call, run.analysis)).status).toBe('RUNNING')
  })
})

describe('a device that comes back to a run that was given up', () => {
  it('completes it while nobody has judged it: every reading, a new result beside the first', async () => {
    const run = await silent()
    await must(giveUp(run.analysis))
    const before = await readAnalysis(world.call, run.analysis)
    const early = await finish(run, 10)
    expect(early.errors[0]?.reason).toBe('readings_missing')
    expect((await must(readings(run, 10))).data).toEqual({ AMP: 10, VAL: 0 })
    expect((await must(finish(run, 10))).data).toEqual({ status: 'COMPLETE' })
    expect((await must(finish(run, 10))).data).toEqual({ status: 'COMPLETE' })
    const after = await readAnalysis(world.call, run.analysis)
    expect(after.results).toHaveLength(2)
    expect(after.results[0]).toEqual(before.results[0])
    expect(after.curves_hash).not.toBe(before.curves_hash)
    const trail = await readAuditOf(world.home.company, 'analysis', run.analysis)
    expect(trail.filter(({ action }) => action === 'run.completed')).toHaveLength(1)
  })

  it('changes nothing that a person has completed or signed since; its readings are kept beside', async () => {
    const run = await silent()
    await must(giveUp(run.analysis))
    const params = { id: run.analysis }
    await must(world.call(analysisCalls.makeComplete, { params, body: because }))
    const complete = await readAnalysis(world.call, run.analysis)
    expect((await must(readings(run, 10))).data).toEqual({ AMP: 10, VAL: 0 })
    expect((await must(finish(run, 10))).data).toEqual({ status: 'COMPLETE' })
    expect(await readAnalysis(world.call, run.analysis)).toEqual(complete)
    await must(world.call(analysisCalls.validate, { params, body: signing(complete) }))
    expect((await must(finish(run, 10))).data).toEqual({ status: 'VALIDATION' })
    const kept = (await must(world.call(analysisCalls.readings, { params, query: { amp: '0' } })))
      .data
    expect(kept.readings).toHaveLength(10)
  })

  it('does not take a device back that is at another run by now', async () => {
    const run = await silent()
    await must(giveUp(run.analysis))
    await must(readings(run, 6))
    await must(finish(run, 6))
    const device = (await must(world.call(deviceCalls.get, { params: { id: run.uuid } }))).data
    expect(device as Device).toMatchObject({ busy: 'N', analysis_uuid: null })
  })
})
