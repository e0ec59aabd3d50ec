// Issue 14: what a device, a file or a form says of a moment, a picture or a calibration proves nothing by itself (decision 65).
import { beforeAll, describe, expect, it } from 'vitest'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { permissions } from '../../domain/permissions.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import type { By } from '../../edge/store/by.ts'
import {
  cubePicture,
  finishedRun,
  keepPicture,
  makeCube,
  roiBody,
  thermalBody,
} from './calibration-bodies.ts'
import { answer, type CommandLab, commandLab } from './command-lab.ts'
import { must } from './lab.ts'
import { signing } from './made-analyses.ts'
import { startRun } from './material-bodies.ts'
import { storeOf } from './matrix/world.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'

let where: CommandLab
beforeAll(async () => {
  where = await commandLab('words')
}, 60_000)

/** Return a standing with every permission, in the swarm of the lab. */
function byTest(): By {
  return {
    actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' },
    sight: { kinds: [], swarms: [where.lab.swarm] },
    permissions,
    fourEyes: false,
  }
}

/** Send a change as it reaches the store, past the checks of its call. */
async function change(wanted: object): Promise<void> {
  type Wanted = Parameters<ReturnType<typeof storeOf>['change']>[0]
  const store = storeOf(where.lab.company)
  const outcome = await store.change(wanted as Wanted, crypto.randomUUID(), byTest())
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
}

const ahead = '2099-01-01T00:00:00.000Z'
const now = () => new Date().toISOString()

describe('issue 14: data that a device answers with', () => {
  const image = Buffer.from(cubePicture('FAM')).toString('base64')
  const prove = async (command_uuid: string, device: string) => {
    const body = await roiBody(where.call, device)
    const file_uuid = await keepPicture(where.call, device, cubePicture('FAM'))
    const pictures = body.pictures.map((one) =>
      one.channel === 'FAM' ? { ...one, file_uuid, command_uuid } : one,
    )
    const params = { id: device }
    return where.call(calibrationCalls.prepareRoi, { params, body: { ...body, pictures } })
  }

  it('is no picture where none was ordered, nor one of another channel', async () => {
    const device = await makeCube(where.lab.company, 'Unasked')
    const data = { of: 'picture', channel: 'FAM', image }
    const flash = await where.order('flash', {}, device)
    await answer(device, flash, { state: 'done', data })
    expect((await where.entryOf(flash)).state).toBe('done')
    const other = await where.order('takePicture', { channel: 'VIC' }, device)
    await answer(device, other, { state: 'done', data })
    for (const { uuid } of [flash, other]) {
      expect((await prove(uuid, device.uuid)).errors[0]).toMatchObject({
        reason: 'picture_not_taken',
      })
    }
    const own = await where.order('takePicture', { channel: 'FAM' }, device)
    await answer(device, own, { state: 'done', data })
    await must(prove(own.uuid, device.uuid))
  })

  it('is no transcript of a shell that nobody ordered, and no version of an update', async () => {
    const device = await where.made({ name: 'Talkative', bkernel_version: '2.9.4' })
    const transcript = { started_at: now(), lines: 3, digest: 'a'.repeat(64) }
    const told = [
      { of: 'shell', until: null, transcript },
      { of: 'update', version: '9.9.9', slot: 'B' },
    ]
    for (const data of told) {
      const entry = await where.order('flash', {}, device)
      await answer(device, entry, { state: 'done', data })
      expect((await where.entryOf(entry)).transcript).toBeUndefined()
    }
    const { data } = await must(where.call(deviceCalls.get, { params: { id: device.uuid } }))
    expect(data.bkernel_version).toBe('2.9.4')
  })
})

describe('issue 14: a moment that is reported', () => {
  it('makes no self-test younger, whose version is one', async () => {
    const device = await where.made({ name: 'Ahead' })
    const fields = (changes: object) => ({
      uuid: crypto.randomUUID(),
      name: 'Optics',
      outcome: 'passed',
      ran_at: ahead,
      bkernel_version: '2.9.4',
      values: {},
      ...changes,
    })
    const send = (changes: object) => {
      const body = new FormData()
      body.set('fields', JSON.stringify(fields(changes)))
      return device.sender(deviceReportCalls.autoTest, { body })
    }
    await must(send({}))
    await must(send({ ran_at: '2026-11-20T08:00:00.000Z' }))
    expect((await send({ bkernel_version: 'newest' })).errors[0]).toMatchObject({
      field: 'bkernel_version',
      reason: 'version',
    })
    const params = { id: device.uuid }
    const { data } = (await must(where.call(deviceCalls.autoTests, { params }))).data
    const moments = data.map(({ ran_at }) => ran_at).toSorted()
    expect(moments[0]).toBe('2026-11-20T08:00:00.000Z')
    expect(moments[1]! <= now()).toBe(true)
  })

  it('keeps no calibration of colours valid for longer than one of today', async () => {
    const run = await importPureDyes(where.call, where.lab.swarm)
    // End it as a run that a device measured while its clock was ahead.
    await change({ type: 'patch', kind: 'analysis', uuid: run.uuid, patch: { ended_at: ahead } })
    const { data } = await must(where.call(dyeCalibrationCalls.keep, { body: plateOf(run) }))
    expect(data.measured_at <= now()).toBe(true)
  })

  it('keeps no calibration of temperature valid for longer than one of today', async () => {
    const { uuid: id } = await makeCube(where.lab.company, 'Tomorrow')
    const body = thermalBody({ timestamp: ahead })
    const sent = where.call(calibrationCalls.prepareThermal, { params: { id }, body })
    const { data } = await must(sent)
    expect(data.measured_at <= now()).toBe(true)
    expect(Date.parse(data.valid_until) - Date.now()).toBeLessThan(366 * 86_400_000)
  })
})

it('issue 14: settings that a person saves keep the calibration that was signed after they opened them', async () => {
  const { uuid: id } = await makeCube(where.lab.company, 'Between')
  const params = { id }
  const draft = await must(
    where.call(calibrationCalls.prepareThermal, { params, body: thermalBody({}) }),
  )
  const body = { ...signing(draft.data), comment: '' }
  await must(where.call(calibrationCalls.sign, { params: { id: draft.data.uuid }, body }))
  // Change it as the store receives the change: with the settings that the person saw before the signature.
  const forged = { 'calibration.thermal.until': ahead, 'fan.quiet': true }
  await change({
    type: 'record.edit',
    kind: 'device',
    uuid: id,
    patch: { config: forged },
    action: 'device.configure',
  })
  const { data } = await must(where.call(deviceCalls.get, { params }))
  expect(data.config['fan.quiet']).toBe(true)
  expect(acceptedOf(data).thermal).toMatchObject({
    uuid: draft.data.uuid,
    until: draft.data.valid_until,
  })
})

describe('issue 14: a calibration in force', () => {
  const accept = async (id: string) => {
    const sent = where.call(calibrationCalls.prepareThermal, {
      params: { id },
      body: thermalBody({}),
    })
    const { data } = await must(sent)
    const body = { ...signing(data), comment: '' }
    await must(where.call(calibrationCalls.sign, { params: { id: data.uuid }, body }))
    return data
  }

  it('is asked for where its command is written: another may have been accepted since', async () => {
    const { uuid: id } = await makeCube(where.lab.company, 'Superseded')
    const { uuid } = await accept(id)
    const { data } = await must(where.call(calibrationCalls.apply, { params: { id: uuid } }))
    const { command } = data
    if (command.name !== 'APPLY_CALIBRATION') throw new Error('another command')
    await accept(id)
    const order = { opId: crypto.randomUUID(), uuid: crypto.randomUUID(), device_uuid: id, command }
    const late = await storeOf(where.lab.company).deviceCommand(order, byTest())
    expect(late).toMatchObject({ ok: false, errors: [{ reason: 'calibration_not_in_force' }] })
  })

  it('is none whose validity is over: it would take the place of one that is valid', async () => {
    const { uuid: id } = await makeCube(where.lab.company, 'Long ago')
    const valid = await accept(id)
    const sent = where.call(calibrationCalls.prepareThermal, {
      params: { id },
      body: thermalBody({ timestamp: '2020-01-01T00:00:00.000Z' }),
    })
    const old = (await must(sent)).data
    const body = { ...signing(old), comment: '' }
    const refused = await where.call(calibrationCalls.sign, { params: { id: old.uuid }, body })
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'calibration_over' })
    const { data } = await must(where.call(deviceCalls.get, { params: { id } }))
    expect(acceptedOf(data).thermal).toMatchObject({ uuid: valid.uuid })
  })

  it('is none of an earlier time of the device in the company, for runs since it came back', async () => {
    const { company } = where.lab
    const { uuid: id } = await makeCube(company, 'Back again')
    await accept(id)
    const run = await finishedRun(where.lab, where.call, id)
    const params = { id: run }
    const ofRun = async () => (await must(where.call(calibrationCalls.ofRun, { params }))).data
    const startAt = (started_at: string) =>
      change({ type: 'patch', kind: 'analysis', uuid: run, patch: { started_at } })
    await startAt(now())
    expect(await ofRun()).toHaveLength(1)
    const before = await storeOf(company).get('device', id, byTest().sight)
    if (!before.ok) throw new Error('no device')
    const reason = 'moved'
    await change({ type: 'device.leave', uuid: id, reason })
    await change({ type: 'device.adopt', uuid: id, body: before.value, reason })
    // Keep what was in force then for a run of its first time.
    expect(await ofRun()).toHaveLength(1)
    await startAt(now())
    expect(await ofRun()).toEqual([])
  })
})

it('issue 14: light source and camera are not set while a run goes on, other settings are', async () => {
  const device = await where.made({ name: 'Lit' })
  await startRun(where.lab, where.call, device)
  const set = (settings: object) =>
    where.call(deviceCommandCalls.updateSetup, { params: { id: device.uuid }, body: { settings } })
  expect((await set({ 'illumination.FAM.intensity': 70 })).errors[0]).toMatchObject({
    code: 'refused',
    reason: 'run_going_on',
  })
  const reset = { params: { id: device.uuid }, body: {} }
  expect((await where.call(deviceCommandCalls.resetIllumination, reset)).errors[0]?.reason).toBe(
    'run_going_on',
  )
  await must(set({ 'fan.quiet': true }))
})

it('issue 14: no picture is read where the channels are wrong', async () => {
  const { uuid: id } = await makeCube(where.lab.company, 'Twice')
  const pictures = ['FAM', 'FAM'].map((channel) => ({ channel, file_uuid: crypto.randomUUID() }))
  const body = { pictures, wells: 'bright', material: '' }
  const { errors } = await where.call(calibrationCalls.prepareRoi, { params: { id }, body })
  expect(errors[0]).toMatchObject({ reason: 'pictures_of_channels' })
})
