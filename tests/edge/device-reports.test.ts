import { beforeAll, describe, expect, it } from 'vitest'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice } from './material-bodies.ts'
import { infoWith } from './ready-device.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('reports')
  manager = await lab.as('Manager')
}, 60_000)

const made = (changes: Partial<Device> = {}) =>
  makeDevice(lab.company, { name: 'bGATE Sul', ...changes })

describe('reports of a device about itself', () => {
  const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
  const message = (text: string, minute: number, level = 'info') => ({
    uuid: crypto.randomUUID(),
    level,
    code: 'lid',
    text,
    created_at: at(minute),
  })
  const list = async (sender: Sender, query: Record<string, string>, body?: object) =>
    (await must(sender(deviceCalls.messages, { query, body }))).data

  it('[CALL-124] [ENT-057] messages count once and are found by device, level, time and text', async () => {
    const device = await made()
    const messages = [
      message('lid open', 1),
      message('fan slow', 2, 'warning'),
      message('hot', 3, 'error'),
    ]
    const sent = await must(device.sender(deviceReportCalls.messages, { body: { messages } }))
    expect(sent.data).toEqual({ kept: 3 })
    const again = await must(device.sender(deviceReportCalls.messages, { body: { messages } }))
    expect(again.data).toEqual({ kept: 0 })
    const mine = { device_uuid: device.uuid }
    const texts = async (query: Record<string, string>, body: object) =>
      (await list(manager, query, { ...mine, ...body })).data.map(({ text }) => text)
    expect(await texts({}, {})).toEqual(['hot', 'fan slow', 'lid open'])
    expect(await texts({ order: 'created_at ASC', limit: '2' }, {})).toEqual([
      'lid open',
      'fan slow',
    ])
    expect(await texts({ page: '2', limit: '2' }, {})).toEqual(['lid open'])
    expect(await texts({}, { levels: ['warning', 'error'] })).toEqual(['hot', 'fan slow'])
    expect(await texts({}, { search: 'FAN' })).toEqual(['fan slow'])
    expect(await texts({}, { update_from: '2026-11-20T11:02:00+01:00' })).toEqual([
      'hot',
      'fan slow',
    ])
    expect((await list(manager, { limit: '1' }, mine)).pages).toBe(3)
  })

  it('issue 19: the lowest and highest temperature of each hour is kept, and read with the right to details', async () => {
    const device = await made()
    const info = {
      ip: '10.0.0.7',
      ssid: 'lab',
      latitude: 45.6,
      longitude: 13.8,
      accuracy: 20,
      versions: { bkernel: '2.9.4', firmware: '1.2' },
      uptime: 12,
      temperature: 31.5,
      health: { system_disk: 40, data_disk: 12, memory: 50, cpu: 3 },
    }
    for (const temperature of [27.5, 31, 29]) {
      const body = { ...info, temperature }
      await must(device.sender(deviceReportCalls.info, { body }))
    }
    const ask = (sender: Sender) =>
      sender(deviceCalls.temperatures, { params: { id: device.uuid } })
    const { data } = await must(ask(manager))
    // Allow for the hour, which may turn between two reports.
    expect(Math.min(...data.map(({ lowest }) => lowest))).toBe(27.5)
    expect(Math.max(...data.map(({ highest }) => highest))).toBe(31)
    expect(data.length).toBeLessThanOrEqual(2)
    const stranger = await foundLab('temperatures')
    expect((await ask(await stranger.as('Manager'))).status).toBe(404)
  })

  it('attack L4: words of a device are lines: what turns them is seen, and nothing is refused', async () => {
    const device = await made()
    const messages = [message('lid\u202Enepo\u202C\nSigned by: Dr. Other \u0007', 1)]
    await must(device.sender(deviceReportCalls.messages, { body: { messages } }))
    const { data } = await list(manager, {}, { device_uuid: device.uuid })
    expect(data.map(({ text }) => text)).toEqual([
      'lid\ufffdnepo\ufffd Signed by: Dr. Other \ufffd',
    ])
  })

  it('messages are bounded for each device', async () => {
    const device = await made()
    for (let sent = 0; sent < 2050; sent += 50) {
      const messages = Array.from({ length: 50 }, (_, index) => message(`m${sent + index}`, 0))
      await must(device.sender(deviceReportCalls.messages, { body: { messages } }))
    }
    const { total, data } = await list(manager, {}, { device_uuid: device.uuid })
    expect([total, data[0]?.text]).toEqual([2000, 'm2049'])
  })

  it('[CALL-123] [ENT-058] names its log files', async () => {
    const device = await made()
    const params = { id: device.uuid }
    expect((await must(manager(deviceCalls.logList, { params }))).data).toEqual({
      data: [],
      pages: 1,
      total: 0,
    })
    const logs = [{ name: 'bkernel.log', size: 1234, date: at(4) }]
    await must(device.sender(deviceReportCalls.logs, { body: { logs } }))
    expect((await must(manager(deviceCalls.logList, { params }))).data).toMatchObject({
      data: logs,
    })
    const path = [{ name: '../etc/passwd', size: 1, date: at(4) }]
    expect(
      (await device.sender(deviceReportCalls.logs, { body: { logs: path } })).errors[0],
    ).toMatchObject({ field: 'logs.0.name', reason: 'file_name' })
  })

  it('[ENT-031] gives its info, which is read with the record', async () => {
    const device = await made()
    const info = {
      ip: '10.0.0.7',
      ssid: 'lab',
      latitude: 45.6,
      longitude: 13.8,
      accuracy: 20,
      versions: { bkernel: '2.9.4', firmware: '1.2' },
      uptime: 12,
      temperature: 31.5,
      health: { system_disk: 40, data_disk: 12, memory: 50, cpu: 3 },
    }
    await must(device.sender(deviceReportCalls.info, { body: info }))
    const { data } = await must(manager(deviceCalls.details, { params: { id: device.uuid } }))
    expect(data).toMatchObject({
      info,
      device: { uuid: device.uuid, serial_no: expect.any(String), hostname: expect.any(String) },
    })
    const broken = { ...info, latitude: 91 }
    expect((await device.sender(deviceReportCalls.info, { body: broken })).errors[0]).toMatchObject(
      {
        field: 'latitude',
      },
    )
  })

  it('[ENT-031] its worst check is in the list of healths, judged by the clock of the service', async () => {
    const device = await made({ name: 'bGATE Sera' })
    const worst = async () => {
      const { data } = await must(manager(deviceCalls.health, { query: { limit: '500' } }))
      return data.data.find(({ uuid }) => uuid === device.uuid)
    }
    expect(await worst()).toMatchObject({ heard_at: null, worst: { verdict: 'unknown' } })
    const info = infoWith({ clock: new Date(Date.now() - 3_600_000).toISOString(), fan: 2400 })
    await must(device.sender(deviceReportCalls.info, { body: info }))
    expect((await worst())?.worst).toMatchObject({ name: 'clock', verdict: 'bad', value: 3600 })
    const mended = infoWith({ clock: new Date().toISOString(), fan: 100 })
    await must(device.sender(deviceReportCalls.info, { body: mended }))
    expect((await worst())?.worst).toMatchObject({ name: 'fan', verdict: 'bad', value: 100 })
  })
})
