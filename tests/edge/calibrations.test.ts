import { beforeAll, describe, expect, it } from 'vitest'
import { assetCalls } from '../../domain/calls/assets.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { calibratedKey } from '../../domain/rules/calibration-age.ts'
import { readImage } from '../../workers/images/read-image.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { form, makeDevice, plate } from './material-bodies.ts'
import { onePoint } from './png.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('calibrations')
  admin = await lab.as('Administrator')
}, 60_000)

const compute = (file: File, fields: object, headers = {}) =>
  admin(calibrationCalls.roi, { body: form(file, fields), headers })

describe('calibrations', () => {
  it('[CALL-106] finds the wells in a picture and draws them into a bitmap', async () => {
    const { data } = await must(compute(plate(8, 12), { rows: 8, columns: 12 }))
    const { regions, seen, image, asset, width, height } = data
    expect([width, height, seen, asset]).toEqual([480, 320, 96, null])
    for (const [at, well, x, y] of [
      [0, 'A1', 19.5, 19.5],
      [95, 'H12', 459.5, 299.5],
    ] as const) {
      expect(regions[at]?.well).toBe(well)
      expect(Math.abs((regions[at]?.x ?? 0) - x)).toBeLessThan(0.5)
      expect(Math.abs((regions[at]?.y ?? 0) - y)).toBeLessThan(0.5)
    }
    const drawn = readImage(Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0)))
    expect([drawn.width, drawn.height]).toEqual([480, 320])
  })

  it('[CALL-106] refuses what is no picture of a plate, with the file named', async () => {
    const dull = new File([`P5 40 40 255\n${'a'.repeat(1600)}`], 'dull.pgm')
    const wide = new File(['P5 9000 9000 255\n'], 'wide.pgm')
    for (const [file, reason] of [
      [dull, 'wells_not_found'],
      [wide, 'image_too_large'],
      [new File(['hello'], 'a.txt'), 'image_kind'],
      [new File([onePoint.subarray(0, 40)], 'cut.png', { type: 'image/png' }), 'image_damaged'],
    ] as const) {
      const refused = await compute(file, { rows: 4, columns: 4 })
      expect(refused.errors[0], file.name).toMatchObject({ code: 'invalid', field: 'file', reason })
    }
    expect((await compute(plate(3, 3), { rows: 9, columns: 3 })).errors[0]).toMatchObject({
      field: 'rows',
    })
    expect(
      (await compute(plate(3, 3), { rows: 3, columns: 3, device_uuid: crypto.randomUUID() }))
        .status,
    ).toBe(404)
  })

  it('[CALL-105] [CALL-106] keeps the picture with the device, once for each operation', async () => {
    const device = await makeDevice(lab.company, { name: 'Calibrated' })
    const fields = { rows: 3, columns: 3, device_uuid: device.uuid }
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const one = (await must(compute(plate(3, 3), fields, headers))).data
    const again = (await must(compute(plate(3, 3), fields, headers))).data
    expect([one.asset, again.asset]).toEqual([
      expect.stringMatching(/^roi-\d{8}T\d+Z\.png$/),
      one.asset,
    ])
    const read = (a: string, b: string, sender = admin) =>
      sender(assetCalls.roi, { params: { a, b } })
    const file = await must(read(device.uuid, one.asset ?? ''))
    expect(file.headers.get('Content-Type')).toBe('image/png')
    expect(Buffer.from(file.data).toString('base64')).toBe(one.image)
    const missing = await read(device.uuid, 'roi-none.png')
    expect([missing.status, missing.errors[0]?.message]).toEqual([404, 'No such file'])
    const stranger = await (await foundLab('curious')).as('SuperAdmin')
    expect((await read(device.uuid, one.asset ?? '', stranger)).errors).toEqual(missing.errors)
    const found = await must(
      admin(attachmentCalls.search, { body: { filters: { resource_uuid: device.uuid } } }),
    )
    const [kept] = found.data.data
    expect(
      (await admin(attachmentCalls.delete, { params: { id: kept?.uuid ?? '' } })).errors[0],
    ).toMatchObject({ reason: 'belongs_to_record' })
  })

  it('[CALL-107] [ENT-056] fits a block’s sensor against the calibrator’s probes', async () => {
    const cartridge = {
      serial: 'TC-7',
      uuid: crypto.randomUUID(),
      firmware_version: '1.4.0',
      timestamp: '2026-11-20T10:00:00.000Z',
      readings: [30, 60, 95].map((t) => ({
        device_sensor: (t - 0.5) / 1.01,
        probes: [t + 0.1, t - 0.1],
      })),
    }
    const { data } = await must(admin(calibrationCalls.thermal, { body: cartridge }))
    const fit = data
    expect(fit.offset).toBeCloseTo(0.5, 9)
    expect(fit.gain).toBeCloseTo(1.01, 9)
    expect([fit.passed, fit.uniformity.toFixed(6)]).toEqual([true, '0.200000'])
    const refuse = async (changes: object) =>
      (await admin(calibrationCalls.thermal, { body: { ...cartridge, ...changes } })).errors[0]
    expect(await refuse({ readings: cartridge.readings.slice(0, 2) })).toMatchObject({
      field: 'readings',
      reason: 'span_too_small',
    })
    expect(await refuse({ readings: [{ device_sensor: 30, probes: [30] }] })).toMatchObject({
      code: 'invalid',
    })
    for (const field of ['serial', 'uuid', 'firmware_version', 'timestamp']) {
      expect(await refuse({ [field]: 7 }), field).toMatchObject({ field })
    }
    expect(
      (await (await lab.as('Manager'))(calibrationCalls.thermal, { body: cartridge })).status,
    ).toBe(403)
  })
})

describe('self-tests of devices', () => {
  const fields = (uuid: string, changes: object = {}) => ({
    uuid,
    name: 'Optics',
    outcome: 'failed',
    ran_at: '2026-11-20T10:00:00.000Z',
    bkernel_version: '2.9.4',
    values: { lamp: 0.4, lid: true },
    ...changes,
  })
  const picture = (name: string) => new File([onePoint], name, { type: 'image/png' })

  it('[CALL-104] [CALL-120] are listed with the device, and their pictures are read by name', async () => {
    const device = await makeDevice(lab.company, { name: 'Tested' })
    const uuid = crypto.randomUUID()
    const body = form(picture('lamp.png'), fields(uuid))
    body.set('second', picture('lid (2).png'))
    await must(device.sender(deviceReportCalls.autoTest, { body }))
    await must(device.sender(deviceReportCalls.autoTest, { body }))
    const params = { id: device.uuid }
    const list = await must(admin(deviceCalls.autoTests, { params }))
    const { data, total } = list.data
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({ ...fields(uuid), device_uuid: device.uuid })
    expect(data[0]?.assets.map(({ name }) => name).toSorted()).toEqual(['lamp.png', 'lid (2).png'])
    const read = (a: string, b: string, sender = admin) =>
      sender(assetCalls.autoTest, { params: { a, b } })
    const file = await must(read(uuid, encodeURIComponent('lid (2).png')))
    expect(file.data).toEqual(onePoint)
    const missing = await read(uuid, 'none.png')
    expect(missing.status).toBe(404)
    expect((await read(crypto.randomUUID(), 'lamp.png')).errors).toEqual(missing.errors)
    for (const name of ['..%2Flamp.png', 'a%00b', '.lamp.png']) {
      expect((await read(uuid, name)).errors[0], name).toMatchObject({ code: 'invalid' })
    }
    expect(assetCalls.autoTest.silent && assetCalls.roi.silent).toBe(true)
    const none = await must(admin(deviceCalls.autoTests, { params: { id: lab.device } }))
    expect(none.data.total).toBe(0)
  })

  it('take pictures only, of names that are names', async () => {
    const device = await makeDevice(lab.company, { name: 'Sloppy' })
    const send = async (...files: File[]) => {
      const body = new FormData()
      body.set('fields', JSON.stringify(fields(crypto.randomUUID())))
      files.forEach((file, index) => body.set(`file${index}`, file))
      return (await device.sender(deviceReportCalls.autoTest, { body })).errors[0]
    }
    expect(await send(new File(['text'], 'a.png', { type: 'image/png' }))).toMatchObject({
      code: 'invalid',
    })
    expect(await send(picture('a:b.png'))).toMatchObject({ reason: 'file_name' })
    expect(await send(picture('a.png'), picture('a.png'))).toMatchObject({ reason: 'name_twice' })
    const many = Array.from({ length: 9 }, (_, at) => picture(`${at}.png`))
    expect(await send(...many)).toMatchObject({ reason: 'too_many_files' })
    expect(await send()).toBeUndefined()
  })

  it('[CALL-107] a thermal calibration that passed is the device’s last one, which no configuration overwrites', async () => {
    const { uuid: device_uuid } = await makeDevice(lab.company, { name: 'Warm' })
    const readings = (offset: number) =>
      [30, 60, 95].map((t) => ({ device_sensor: t - offset, probes: [t + 0.1, t - 0.1] }))
    const calibrate = (timestamp: string, offset = 0.5, device = device_uuid) =>
      admin(calibrationCalls.thermal, {
        body: {
          serial: 'TC-7',
          uuid: crypto.randomUUID(),
          firmware_version: '1.4.0',
          timestamp,
          readings: readings(offset),
          device_uuid: device,
        },
      })
    const last = async () => {
      const { data } = await must(admin(deviceCalls.get, { params: { id: device_uuid } }))
      return data.config[calibratedKey]
    }
    expect(await last()).toBeUndefined()
    // Fail a sensor that is thirty degrees off, which is no calibration.
    expect((await must(calibrate('2026-10-01T10:00:00.000Z', 30))).data).toMatchObject({
      passed: false,
    })
    expect(await last()).toBeUndefined()
    await must(calibrate('2026-10-01T10:00:00.000Z'))
    expect(await last()).toBe('2026-10-01T10:00:00.000Z')
    // Hand in an older one late, which changes nothing; one of the future is of now.
    await must(calibrate('2025-10-01T10:00:00.000Z'))
    expect(await last()).toBe('2026-10-01T10:00:00.000Z')
    const body = { config: { [calibratedKey]: '2030-01-01T00:00:00.000Z', 'fan.quiet': true } }
    await must(admin(deviceCalls.setConfig, { params: { id: device_uuid }, body }))
    expect(await last()).toBe('2026-10-01T10:00:00.000Z')
    await must(calibrate('2099-01-01T00:00:00.000Z'))
    expect(Date.parse(String(await last()))).toBeLessThanOrEqual(Date.now())
    expect((await calibrate('2026-10-01T10:00:00.000Z', 0.5, crypto.randomUUID())).status).toBe(404)
  })

  it('a device tells when it was calibrated as it says hello', async () => {
    const hello = (calibrated_at: string) =>
      lab.asDevice(deviceLinkCalls.hello, {
        body: { bkernel_version: '2.9.4', busy: 'N', status: '{}', calibrated_at },
      })
    await must(hello('2026-09-01T10:00:00.000Z'))
    await must(hello('2026-08-01T10:00:00.000Z'))
    const { data } = await must(admin(deviceCalls.get, { params: { id: lab.device } }))
    expect(data.config[calibratedKey]).toBe('2026-09-01T10:00:00.000Z')
  })
})
