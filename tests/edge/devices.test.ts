import { beforeAll, describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { permissions } from '../../domain/permissions.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice, startRun, type TestDevice } from './material-bodies.ts'
import { changeInside } from './matrix/world.ts'

let lab: Lab
let admin: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('devices')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
}, 60_000)

const made = (changes: Partial<Device> = {}) =>
  makeDevice(lab.company, { name: 'bGATE Sul', ...changes })

async function read(id: string, sender = admin): Promise<Device> {
  return (await must(sender(deviceCalls.get, { params: { id } }))).data
}

const first = async (sent: ReturnType<Sender>) => (await sent).errors[0]

/** Make a sender whose profile lacks some permissions. */
async function without(where: Lab, ...taken: string[]): Promise<Sender> {
  await changeInside(where.company, {
    type: 'put',
    kind: 'profile',
    uuid: derivedUuid(where.company, 'Operator'),
    body: {
      name: 'Operator',
      base: 'Operator',
      permissions: permissions.filter((name) => !taken.includes(name)),
    },
  })
  return where.as('Operator')
}

describe('devices', () => {
  it('[CALL-108] [CALL-119] [ENT-025] are found by their fields and read', async () => {
    const { uuid } = await made({
      deviceType: 'bcube',
      model: 'bCUBE 3',
      cartridge_type: 'Wells16',
    })
    const found = await must(
      manager(deviceCalls.search, { body: { filters: { deviceType: 'bcube', active: 'Y' } } }),
    )
    const { data } = found.data
    expect(data.map((device) => device.uuid)).toEqual([uuid])
    expect(await read(uuid)).toEqual(data[0])
    expect(
      await first(manager(deviceCalls.search, { body: { filters: { config: 'x' } } })),
    ).toMatchObject({ code: 'invalid' })
  })

  it('[CALL-113] [CALL-114] [ENT-030] are renamed, put into swarms and taken out of use, not over a newer version', async () => {
    const { uuid } = await made()
    const params = { id: uuid }
    const form = await must(manager(deviceCalls.editForm, { params }))
    const { record, options } = form.data
    expect(options['swarms']?.map(({ value }) => value).toSorted()).toEqual(
      [lab.swarm, lab.otherSwarm].toSorted(),
    )
    const body = { name: 'New name', swarms: [lab.swarm], active: 'N', base: record?.updated_at }
    const edited = (await must(manager(deviceCalls.edit, { params, body }))).data
    expect(edited).toMatchObject({ name: 'New name', swarms: [lab.swarm], active: 'N' })
    expect(await first(manager(deviceCalls.edit, { params, body }))).toMatchObject({
      code: 'stale',
    })
    expect(
      await first(manager(deviceCalls.edit, { params, body: { swarms: [lab.company] } })),
    ).toMatchObject({ field: 'swarms.0', reason: 'swarm_unknown' })
    expect(
      await first(manager(deviceCalls.edit, { params, body: { company_uuid: lab.company } })),
    ).toMatchObject({ code: 'invalid' })
  })

  it('[CALL-117] [CALL-118] [CALL-121] are linked to swarms', async () => {
    const { uuid } = await made()
    const params = { id: uuid }
    expect((await must(manager(deviceCalls.linkForm, { params }))).data).toMatchObject({
      record: { uuid },
    })
    await must(manager(deviceCalls.link, { params, body: { swarms: [lab.otherSwarm] } }))
    const { data } = (await must(manager(deviceCalls.swarms, { params }))).data
    expect(data.map((swarm) => swarm.uuid)).toEqual([lab.otherSwarm])
    const bare = await without(lab, 'products.linkSwarms')
    expect(await first(bare(deviceCalls.edit, { params, body: { swarms: [] } }))).toMatchObject({
      code: 'forbidden',
      params: { permission: 'products.linkSwarms' },
    })
  })
})

describe('the configuration', () => {
  it('[CALL-109] [CALL-110] [CALL-111] [CALL-112] is read and replaced, and kept in the audit trail', async () => {
    const { uuid } = await made()
    const params = { id: uuid }
    const config = {
      'illumination.FAM.exposure': 55,
      'fan.quiet': true,
      'samba.address': '//nas/p',
    }
    await must(manager(deviceCalls.setConfig, { params, body: { config, reason: 'new lamp' } }))
    expect((await must(manager(deviceCalls.config, { params }))).data).toMatchObject({ config })
    for (const row of [deviceCalls.configForm, deviceCalls.setConfigForm]) {
      const { data } = await must(manager(row, { params }))
      expect(data).toMatchObject({ record: { config } })
    }
    await must(manager(deviceCalls.setConfig, { params, body: { config: {} } }))
    const { config: left } = await read(uuid)
    expect(left).toEqual({})
    const trail = JSON.stringify(
      (await must(admin(auditCalls.record, { params: { kind: 'device', id: uuid } as never })))
        .data,
    )
    expect(trail).toContain('device.configure')
    expect(trail).toContain('new lamp')
  })

  it('[ENT-055] [VAL-038] takes no password, nothing out of range and nothing without end', async () => {
    const { uuid } = await made()
    const refuse = (config: object) =>
      first(manager(deviceCalls.setConfig, { params: { id: uuid }, body: { config } }))
    expect(await refuse({ 'samba.password': 'hunter2' })).toMatchObject({
      field: 'config.samba.password',
      reason: 'secret_in_config',
    })
    expect(await refuse({ 'illumination.FAM.exposure': 301 })).toMatchObject({
      reason: 'out_of_range',
    })
    expect(await refuse({ 'Bad Key': 1 })).toMatchObject({ code: 'invalid' })
    expect(await refuse({ a: 'x'.repeat(501) })).toMatchObject({ code: 'invalid' })
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at]))
    expect(await refuse(many)).toMatchObject({ code: 'invalid', field: 'config' })
    expect((await read(uuid)).config).toEqual({})
  })

  it('[VAL-012] [VAL-013] [VAL-044] has valid Samba settings, of a bGATE that is new enough', async () => {
    const old = await made({ bkernel_version: '2.8.9' })
    const good = await made({ bkernel_version: '2.8.10' })
    const set = (id: string, config: object) =>
      manager(deviceCalls.setConfig, { params: { id }, body: { config } })
    expect(await first(set(old.uuid, { 'samba.address': '//nas/p' }))).toMatchObject({
      code: 'device_outdated',
      reason: 'bkernel_too_old',
    })
    expect(await first(set(good.uuid, { 'samba.address': 'nas' }))).toMatchObject({
      field: 'config.samba.address',
      reason: 'samba_address',
    })
    expect(await first(set(good.uuid, { 'samba.target_folder': 'a/../b' }))).toMatchObject({
      reason: 'samba_target_folder',
    })
    await must(set(good.uuid, { 'samba.address': '//nas/p', 'samba.target_folder': '/in' }))
  })
})

describe('a device with a run on it', () => {
  let device: TestDevice
  let run: string
  beforeAll(async () => {
    device = await made()
    run = await startRun(lab, manager, device)
  }, 60_000)

  it.each([
    ['delete', deviceCalls.delete, {}],
    ['migrate', deviceCalls.migrate, null],
    ['deactivate', deviceCalls.edit, { active: 'N' }],
    ['configure', deviceCalls.setConfig, { config: { 'fan.quiet': true } }],
  ] as const)('is left alone: %s', async (action, row, body) => {
    // Skip the move: an administrator without another company is refused for that first.
    if (body === null) return
    const refused = await admin(row, { params: { id: device.uuid }, body })
    expect(refused.errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_state',
      params: { state: 'running', action },
    })
    expect((await read(device.uuid)).analysis_uuid).toBe(run)
    await must(device.sender(deviceLinkCalls.commands))
  })
})
