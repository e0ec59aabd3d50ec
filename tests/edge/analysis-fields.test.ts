import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { must } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis } from './made-analyses.ts'
import { makeRunning, readingsBody } from './matrix/devices-at-work.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { create, planFor } from './plan.ts'
import { fileForm, onePoint } from './png.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

const by = (id: string) => ({ params: { id } })

describe('an analysis', () => {
  it('[ENT-020] says what it is, whose, where and by which method', async () => {
    const { call, home } = world
    const record = await create(call, planFor(home, { name: 'Fields' }))
    expect(record).toMatchObject({
      uuid: expect.any(String),
      status: 'INIT',
      name: 'Fields',
      recipe_name: expect.any(String),
      user_uuid: expect.any(String),
      user_name: expect.stringContaining('SuperAdmin of'),
      swarm_uuid: home.swarm,
      swarm_name: 'First',
      company_uuid: home.company,
      bcube: expect.stringContaining('bgate-'),
      certified: 'N',
    })
  })

  it('[ENT-022] has a notebook, reports, images, raw data and the time of its last change', async () => {
    const { call, home } = world
    const { uuid } = await makeCompleted(call, home.swarm)
    await must(call(analysisCalls.edit, { ...by(uuid), body: { notebook: 'Seen' } }))
    await must(call(analysisCalls.report, { ...by(uuid), body: {} }))
    const picture = fileForm(onePoint, 'image/png', 'plate.png')
    picture.set('fields', JSON.stringify({ resource_kind: 'analysis', resource_uuid: uuid }))
    await must(call(attachmentCalls.upload, { body: picture }))
    const record = await readAnalysis(call, uuid)
    expect(record).toMatchObject({ notebook: 'Seen', updated_at: expect.any(String) })
    const form = (await must(call(analysisCalls.reportForm, by(uuid)))).data
    expect(form).toMatchObject({ reports: [{ analysis_uuid: uuid }] })
    const filters = { resource_uuid: uuid }
    const images = await must(call(attachmentCalls.search, { body: { filters } }))
    expect(images.data).toMatchObject({ total: 1, data: [{ name: 'plate.png' }] })
    const raw = (await must(call(analysisCalls.rawData, by(uuid)))).data
    const [header, ...rows] = new TextDecoder().decode(raw).trimEnd().split('\r\n')
    expect(header).toContain('Well')
    expect(rows.length).toBeGreaterThan(100)
  })

  it('[ENT-023] tells how far it is, by which protocol it was made, and who validated it when', async () => {
    const { call, home } = world
    const { analysis, sender } = await makeRunning(world)
    const body = readingsBody(analysis, 3)
    await must(sender(deviceLinkCalls.readings, { ...by(analysis), body }))
    const running = await readAnalysis(call, analysis)
    expect(running).toMatchObject({
      started_at: expect.any(String),
      method: { protocol_uuid: home.protocol },
    })
    const now = (await must(call(analysisCalls.readings, by(analysis)))).data
    expect(now).toMatchObject({
      progress: { cycle: 3, temperature: 60, elapsed: 180, remaining: 37 * 60 },
    })
    const signed = await makeValidated(call, home.swarm)
    expect(signed.signature).toMatchObject({
      printed_name: expect.stringContaining('SuperAdmin of'),
      at: expect.any(String),
    })
  })

  it('[STATE-009] is launched again as a new one with the same method and samples', async () => {
    const { call, home } = world
    const { uuid } = await create(call, planFor(home))
    const { name, samples, method, swarm_uuid } = await readAnalysis(call, uuid)
    const again = planFor(home, {
      name,
      swarm_uuid,
      recipe_uuid: method.recipe_uuid ?? '',
      protocol_uuid: method.protocol_uuid,
      samples: samples.map((sample) => ({ ...sample, uuid: crypto.randomUUID() })),
    })
    const second = await create(call, again)
    expect(second).toMatchObject({ status: 'INIT', method, results: [] })
    expect(second.uuid).not.toBe(uuid)
  })
})

describe('the step of a run', () => {
  it.each([
    ['[STATE-007] is delayed', 3],
    ['[STATE-008] is anticipated', -3],
  ])('%s by a signed amount of cycles', async (_, cycles) => {
    const { analysis, uuid } = await makeRunning(world)
    const body = { name: 'EXTEND', analysis_uuid: analysis, cycles }
    const entry = (await must(world.call(deviceCalls.command, { ...by(uuid), body }))).data
    expect(entry).toMatchObject({ state: 'queued', command: { name: 'EXTEND', cycles } })
  })
})
