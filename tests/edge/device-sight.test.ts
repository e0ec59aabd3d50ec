import { beforeAll, describe, expect, it } from 'vitest'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import type { Device } from '../../domain/entities/device.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice, type TestDevice } from './material-bodies.ts'
import { changeInside, storeOf } from './matrix/world.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('sight')
  admin = await lab.as('Administrator')
}, 60_000)

async function read(id: string, sender = admin): Promise<Device> {
  return (await must(sender(deviceCalls.get, { params: { id } }))).data
}

describe('a person with limited sight', () => {
  let closed: Lab
  let gate: TestDevice
  let cube: TestDevice
  beforeAll(async () => {
    closed = await foundLab('closed', { cfx96_enabled: 'N' })
    gate = await makeDevice(closed.company, { name: 'Hidden gate' })
    cube = await makeDevice(closed.company, {
      name: 'Cube',
      deviceType: 'bcube',
      cartridge_type: 'Wells16',
      wavelengths: ['FAM', 'CY3'],
    })
    const messages = [
      {
        uuid: crypto.randomUUID(),
        level: 'info',
        code: '',
        text: 'secret gate',
        created_at: '2026-11-20T10:00:00.000Z',
      },
    ]
    await must(gate.sender(deviceReportCalls.messages, { body: { messages } }))
  }, 60_000)

  it('[PERM-005] [ENT-008] a company without canUseCfx96 has no bGATEs in lists, gets, sync, edits and messages', async () => {
    const sender = await closed.as('Administrator')
    const { data } = (await must(sender(deviceCalls.search))).data
    expect(data.map(({ uuid }) => uuid)).toEqual([cube.uuid])
    const missing = await sender(deviceCalls.get, { params: { id: crypto.randomUUID() } })
    for (const id of [gate.uuid, closed.device]) {
      const hidden = await sender(deviceCalls.get, { params: { id } })
      expect([hidden.status, hidden.errors]).toEqual([404, missing.errors])
    }
    for (const row of [
      deviceCalls.edit,
      deviceCalls.delete,
      deviceCalls.logList,
      deviceCalls.swarms,
      deviceCalls.autoTests,
      deviceCalls.details,
    ]) {
      const body = row === deviceCalls.edit ? { name: 'x' } : undefined
      const hidden = await sender(row, {
        params: { id: gate.uuid },
        ...(row.method === 'POST' ? { body: body ?? {} } : {}),
      })
      expect(hidden.status, row.path).toBe(404)
    }
    const pulled = await must(
      sender(syncCalls.pull, { query: { kinds: 'device', after: '0', limit: '500' } }),
    )
    expect(JSON.stringify(pulled.data)).not.toContain(gate.uuid)
    const told = await must(sender(deviceCalls.messages))
    expect(JSON.stringify(told.data)).not.toContain('secret gate')
    expect((await sender(deviceCalls.messages, { body: { device_uuid: gate.uuid } })).status).toBe(
      404,
    )
  })

  it('[PERM-005] and commands none of them', async () => {
    const sender = await closed.as('Administrator')
    const body = { name: 'ABORT', analysis_uuid: crypto.randomUUID() }
    expect((await sender(deviceCalls.command, { params: { id: gate.uuid }, body })).status).toBe(
      404,
    )
  })

  it('[PERM-007] an ordinary user is not shown the wavelengths of technicians, and cannot remove their settings', async () => {
    const sender = await closed.as('Administrator')
    expect((await read(cube.uuid, sender)).wavelengths).toEqual(['FAM'])
    await changeInside(closed.company, {
      type: 'patch',
      kind: 'device',
      uuid: cube.uuid,
      patch: { config: { 'illumination.CY3.exposure': 90 } },
    })
    const params = { id: cube.uuid }
    const config = { 'illumination.FAM.intensity': 70 }
    const { data } = await must(sender(deviceCalls.setConfig, { params, body: { config } }))
    expect(data).toMatchObject({ config, wavelengths: ['FAM'] })
    const store = storeOf(closed.company)
    const whole = await store.get('device', cube.uuid, { kinds: [], swarms: [] })
    expect(whole.ok && whole.value['config']).toEqual({
      ...config,
      'illumination.CY3.exposure': 90,
    })
    const page = await must(
      sender(syncCalls.pull, { query: { kinds: 'device', after: '0', limit: '500' } }),
    )
    expect(JSON.stringify(page.data)).not.toContain('CY3')
  })

  it('[PERM-007] technicians are shown them', async () => {
    const provider = await foundLab('maker', { isProvider: 'Y' })
    const device = await read(provider.device, await provider.as('SuperAdmin'))
    expect(device.wavelengths).toContain('QUASAR705')
    expect((await read(provider.device, await provider.as('Manager'))).wavelengths).not.toContain(
      'QUASAR705',
    )
  })
})
