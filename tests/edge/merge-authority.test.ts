import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import {
  type Analysis,
  type AnalysisStatus,
  analysisStatuses,
} from '../../domain/entities/analysis.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { permissions } from '../../domain/permissions.ts'
import { analysisActions } from '../../domain/actions/analysis.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { readAuditOf } from './audit-of.ts'
import { must, type Sender } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis } from './made-analyses.ts'
import { makeBroken, makeRunning } from './matrix/devices-at-work.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { connectDevice, create, planFor } from './plan.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

function merge(sender: Sender, id: string, changes: object[], rest: object = {}) {
  return sender(analysisCalls.merge, { params: { id }, body: { base_seq: 0, changes, ...rest } })
}

const makers: Record<AnalysisStatus, () => Promise<Analysis>> = {
  INIT: () => create(world.call, planFor(world.home)),
  RUNNING: async () => readAnalysis(world.call, (await makeRunning(world)).analysis),
  COMPLETE: () => makeCompleted(world.call, world.home.swarm),
  INCOMPLETE: async () => readAnalysis(world.call, await makeBroken(world)),
  ABORT: async () => readAnalysis(world.call, await makeBroken(world, 'aborted')),
  VALIDATION: () => makeValidated(world.call, world.home.swarm),
}

const refusalIn = (status: AnalysisStatus) =>
  status === 'VALIDATION' ? 'validated' : 'wrong_status'

describe.each(analysisStatuses)('in status %s a merge', (status) => {
  let record: Analysis
  beforeAll(async () => {
    record = await makers[status]()
    if (record.status !== status) throw new Error(`made ${record.status}`)
  })

  it('writes name and note where they may be written', async () => {
    const { uuid, name, notebook } = record
    const changes = [
      { field: 'name', from: name, to: `${name} again` },
      { field: 'notebook', from: notebook, to: 'A note' },
    ]
    const answer = await merge(world.call, uuid, changes)
    const from: readonly string[] = analysisActions.annotate.from
    if (from.includes(status)) expect(answer.status).toBe(200)
    else expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: refusalIn(status) })
  })

  it('changes the plate only as long as nothing was measured, with a reason once the run is over', async () => {
    const { uuid, samples } = record
    const changes = [{ field: 'samples', from: samples, to: [] }]
    const answer = await merge(world.call, uuid, changes)
    if (status === 'INIT') return expect(answer.status).toBe(200)
    const measured = record.curves_hash !== null
    const from: readonly string[] = analysisActions.edit.from
    const plain = from.includes(status) && !measured
    expect(answer.errors[0]?.reason ?? answer.errors[0]?.code).toBe(
      plain ? 'reason_needed' : refusalIn(status),
    )
    const because = await merge(world.call, uuid, changes, { reason: 'a wrong plate' })
    if (plain) expect(because.status).toBe(200)
    else expect(because.errors[0]).toMatchObject({ code: 'refused', reason: refusalIn(status) })
  })

  it('changes the device only before the run', async () => {
    const { uuid, device_uuid: from } = record
    const changes = [{ field: 'device_uuid', from, to: null }]
    const answer = await merge(world.call, uuid, changes, { reason: 'another device' })
    if (status === 'INIT') expect(answer.status).toBe(200)
    else expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: refusalIn(status) })
  })
})

describe('a merge', () => {
  it('of plate or device waits while a launch is open; a note does not', async () => {
    const { home, call } = world
    await connectDevice(home)
    const { uuid, samples, name } = await create(call, planFor(home))
    const entry = (await must(call(analysisCalls.launch, { params: { id: uuid } }))).data
    for (const change of [
      { field: 'samples', from: samples, to: [] },
      { field: 'device_uuid', from: home.device, to: null },
    ]) {
      const { errors } = await merge(call, uuid, [change])
      expect(errors[0]).toMatchObject({ code: 'refused', reason: 'launch_under_way' })
    }
    await must(merge(call, uuid, [{ field: 'name', from: name, to: 'A name' }]))
    const body = {
      command_uuid: (entry as CommandRecord).uuid,
      state: 'refused',
      reason: 'lid_open',
    }
    await must(home.asDevice(deviceLinkCalls.answer, { body }))
    await must(merge(call, uuid, [{ field: 'samples', from: samples, to: [] }]))
  })

  it('looks through the plate, the device and the fields like any edit', async () => {
    const { home, lab, call } = world
    const { uuid, samples } = await create(call, planFor(home))
    const twice = samples.map((sample) => ({ ...sample, coordinates: ['A1'] }))
    const plate = await merge(call, uuid, [{ field: 'samples', from: samples, to: twice }])
    expect(plate.errors[0]?.code).toBe('invalid')
    const device = { field: 'device_uuid', from: home.device, to: lab.device }
    expect((await merge(call, uuid, [device])).errors[0]?.reason).toBe('device_unknown')
    const status = { field: 'status', from: 'INIT', to: 'COMPLETE' }
    expect((await merge(call, uuid, [status])).status).toBe(422)
    const one = { field: 'name', from: 'a', to: 'b' }
    const two = await merge(call, uuid, [one, one])
    expect(two.errors[0]).toMatchObject({ code: 'invalid', reason: 'setting_twice' })
    expect((await merge(call, uuid, [])).status).toBe(422)
    expect(await readAuditOf(home.company, 'analysis', uuid)).toHaveLength(1)
  })

  it('of another company is a merge of nothing there', async () => {
    const { uuid, name } = await create(world.call, planFor(world.home))
    const stranger = await world.lab.as('SuperAdmin')
    const changes = [{ field: 'name', from: name, to: 'Mine now' }]
    const foreign = await merge(stranger, uuid, changes)
    const missing = await merge(stranger, crypto.randomUUID(), changes)
    expect([foreign.status, foreign.errors]).toEqual([404, missing.errors])
    expect((await readAnalysis(world.call, uuid)).name).toBe(name)
  })

  it('made before a permission was revoked is refused when it comes', async () => {
    const { lab } = world
    const operator = await lab.as('Operator')
    const { uuid, name } = await create(operator, planFor(lab))
    const uuidOfProfile = derivedUuid(lab.company, 'Operator')
    const hold = (held: readonly string[]) =>
      changeInside(lab.company, {
        type: 'put',
        kind: 'profile',
        uuid: uuidOfProfile,
        body: { name: 'Operator', base: 'Operator', permissions: held },
      })
    await hold(permissions.filter((one) => one !== 'analysis.edit'))
    const answer = await merge(operator, uuid, [{ field: 'name', from: name, to: 'Too late' }])
    expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'permission_missing'])
    expect((await readAnalysis(operator, uuid)).name).toBe(name)
    expect(await readAuditOf(lab.company, 'analysis', uuid)).toHaveLength(1)
    await hold(permissions)
    await must(merge(operator, uuid, [{ field: 'name', from: name, to: 'In time' }]))
  })
})

describe('an analysis made offline', () => {
  it('[STATE-018] [STATE-019] is not there, is created in the company of the account, and read back', async () => {
    const { lab } = world
    const manager = await lab.as('Manager')
    const plan = planFor(lab)
    const find = () => manager(analysisCalls.get, { params: { id: plan.uuid } })
    expect((await find()).status).toBe(404)
    const made = (await must(manager(analysisCalls.create, { body: plan }))).data
    expect(made).toMatchObject({ uuid: plan.uuid, status: 'INIT', company_uuid: lab.company })
    expect((await must(find())).data).toEqual(made)
  })

  it('sent again is the same one; its id with another operation or another content is taken', async () => {
    const { lab } = world
    const manager = await lab.as('Manager')
    const body = planFor(lab)
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const first = await must(manager(analysisCalls.create, { body, headers }))
    const again = await must(manager(analysisCalls.create, { body, headers }))
    expect(again.data).toEqual(first.data)
    const repeated = await manager(analysisCalls.create, { body })
    expect(repeated.errors[0]).toMatchObject({ code: 'taken', reason: 'id_not_unique' })
    const other = await manager(analysisCalls.create, { body: { ...body, name: 'X' }, headers })
    expect(other.errors[0]).toMatchObject({ code: 'taken', reason: 'operation_reused' })
    expect(await readAuditOf(lab.company, 'analysis', body.uuid)).toHaveLength(1)
  })

  it('is not made again after it was made and deleted', async () => {
    const { lab } = world
    const manager = await lab.as('Manager')
    const body = planFor(lab)
    const headers = { 'Operation-Id': crypto.randomUUID() }
    await must(manager(analysisCalls.create, { body, headers }))
    const params = { id: body.uuid }
    await must(manager(analysisCalls.delete, { params, body: { reason: 'by mistake' } }))
    const again = await manager(analysisCalls.create, { body, headers })
    expect([again.status, again.errors[0]?.code]).toEqual([404, 'not_found'])
  })
})
