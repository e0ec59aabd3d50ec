// Issue 14: what a device, a file or a form says of a moment, a picture or a calibration proves nothing by itself (decision 65).
import { beforeAll, describe, expect, it } from 'vitest'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import { cubePicture, keepPicture, makeCube, roiBody, thermalBody } from './calibration-bodies.ts'
import { answer, type CommandLab, commandLab } from './command-lab.ts'
import { must } from './lab.ts'
import { signing } from './made-analyses.ts'
import { storeOf } from './matrix/world.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'

let where: CommandLab
beforeAll(async () => {
  where = await commandLab('words')
}, 60_000)

/** Send a change as it reaches the store, past the checks of its call. */
async function change(wanted: object): Promise<void> {
  const { company, swarm } = where.lab
  const by = {
    actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' as const },
    sight: { kinds: [], swarms: [swarm] },
    permissions: ['products.config'],
    fourEyes: false,
  }
  type Wanted = Parameters<ReturnType<typeof storeOf>['change']>[0]
  const outcome = await storeOf(company).change(wanted as Wanted, crypto.randomUUID(), by)
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

describe('issue 14: a moment that is told', () => {
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
    // As a run that a device measured while its clock was ahead.
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
  // The change as it reaches the store: with the settings that the person saw before the signature.
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
