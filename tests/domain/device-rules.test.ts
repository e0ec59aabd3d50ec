import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { deviceTypes } from '../../domain/catalog/devices.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Device } from '../../domain/entities/device.ts'
import { isConnected, readStatus } from '../../domain/rules/device.ts'
import {
  type DeviceAction,
  deviceActions,
  type DeviceLife,
  deviceLives,
  lifeOf,
} from '../../domain/actions/device.ts'
import { findConfigProblems } from '../../domain/rules/device-config.ts'
import {
  closedGates,
  deviceAsSeen,
  hiddenDeviceTypes,
  hiddenWavelengths,
} from '../../domain/rules/device-sight.ts'
import { isSambaAddress, isUnixPath, refuseSamba } from '../../domain/rules/samba.ts'
import { refuseDevice } from '../../domain/rules/preflight.ts'
import { refuse } from '../../domain/actions/refuse.ts'
import { daysBetween, isOffered } from '../../domain/rules/bkernel.ts'
import { methods } from '../../scripts/demo/methods.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'

const bgate: Device = {
  uuid: '11111111-1111-4111-8111-111111111111',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  hostname: 'bgate-1',
  serial_no: 'BG-1',
  name: 'bGATE Riva',
  deviceType: 'bgate',
  model: 'bGATE 96',
  bkernel_version: '2.9.4',
  cartridge_type: 'Wells96',
  wavelengths: ['FAM', 'QUASAR705'],
  swarms: [],
  config: {},
  status: '{"serial":"BG-1","srv_status":0}',
  connected: '10',
  busy: 'N',
  active: 'Y',
  analysis_uuid: null,
}

describe('the record of a device', () => {
  it('[ENT-025] [ENT-026] [ENT-029] [ENT-030] has its fields, its type and Y or N for busy and active', () => {
    expect(v.is(Device, bgate)).toBe(true)
    for (const broken of [{ busy: true }, { active: 'yes' }, { deviceType: 'cfx' }, { owner: 1 }]) {
      expect(v.is(Device, { ...bgate, ...broken })).toBe(false)
    }
    for (const field of ['hostname', 'serial_no', 'model', 'bkernel_version', 'config']) {
      expect(v.is(Device, { ...bgate, [field]: undefined }), field).toBe(false)
    }
  })

  it('[ENT-027] tells a status text apart that says nothing', () => {
    expect(readStatus('{"serial":"BG-1","srv_status":1}')).toEqual({
      serial: 'BG-1',
      srv_status: 1,
    })
    for (const text of ['', 'no json', '[]', '{"srv_status":"1"}', 'null']) {
      expect(readStatus(text).srv_status, text).toBe(2)
    }
  })

  it('[ENT-028] [STATE-024] reads connected as bits: without any the device is offline', () => {
    const connected = ['0', '1', '10', '11'].map((bits) => isConnected({ connected: bits }))
    expect(connected).toEqual([false, true, true, true])
    expect(v.is(Device, { ...bgate, connected: '2' })).toBe(false)
  })
})

describe('what may be done with a device', () => {
  const possible: Record<DeviceLife, readonly DeviceAction[]> = {
    absent: ['register'],
    removed: ['register'],
    active: ['deactivate', 'configure', 'calibrate', 'postpone', 'migrate', 'delete'],
    inactive: ['activate', 'configure', 'calibrate', 'postpone', 'migrate', 'delete'],
    running: ['postpone'],
  }
  const all = Object.keys(deviceActions) as DeviceAction[]
  const needs = all.map((action) => deviceActions[action].needs)

  it.each(deviceLives)('is decided for every action when it is %s', (life) => {
    for (const action of all) {
      const refusal = refuse('device', action, { state: life, permissions: needs })
      const expected = possible[life].includes(action)
        ? null
        : { reason: 'wrong_state', state: life, action }
      expect(refusal, `${action} when ${life}`).toEqual(expected)
      const without = needs.filter((one) => one !== deviceActions[action].needs)
      expect(refuse('device', action, { state: life, permissions: without })).toMatchObject({
        reason: 'permission_missing',
      })
    }
  })

  it('a run or other work counts, whether or not the device is connected or active', () => {
    const run = '22222222-2222-4222-8222-222222222222'
    expect(lifeOf(null)).toBe('absent')
    expect(lifeOf({ active: 'Y', busy: 'N', analysis_uuid: null })).toBe('active')
    expect(lifeOf({ active: 'N', busy: 'N', analysis_uuid: null })).toBe('inactive')
    expect(lifeOf({ active: 'N', busy: 'N', analysis_uuid: run })).toBe('running')
    expect(lifeOf({ active: 'Y', busy: 'Y', analysis_uuid: null })).toBe('running')
  })
})

describe('what is hidden', () => {
  it('[PERM-005] bGATEs without canUseCfx96', () => {
    expect(hiddenDeviceTypes(closedGates(['cfx96.use', 'tech.use']))).toEqual([])
    expect(hiddenDeviceTypes(closedGates(['tech.use']))).toEqual(['bgate'])
    expect(hiddenDeviceTypes(closedGates([]))).toEqual(['bgate'])
  })

  it('[PERM-006] [ENT-006] types of device for technicians without isTech', () => {
    const types = { ...deviceTypes, bench: { techOnly: true, permission: null } }
    expect(hiddenDeviceTypes(closedGates(['cfx96.use']), types)).toEqual(['bench'])
    expect(hiddenDeviceTypes(closedGates(['cfx96.use', 'tech.use']), types)).toEqual([])
    for (const type of Object.values(deviceTypes)) {
      expect(Object.keys(type)).toEqual([
        'name',
        'type',
        'manufacturer',
        'techOnly',
        'permission',
        'hasInstruments',
        'supported_plates',
      ])
    }
  })

  it('[PERM-007] wavelengths for technicians, in the list and in the settings', () => {
    expect(hiddenWavelengths(closedGates([]))).toEqual(['QUASAR705', 'CY3', 'HY5'])
    const config = { 'illumination.FAM.intensity': 80, 'illumination.QUASAR705.exposure': 100 }
    const device = { ...bgate, config }
    expect(deviceAsSeen(device, closedGates(['tech.use']))).toBe(device)
    expect(deviceAsSeen(device, closedGates([]))).toEqual({
      ...device,
      wavelengths: ['FAM'],
      config: { 'illumination.FAM.intensity': 80 },
    })
  })
})

describe('a method with a channel that the reader is not shown', () => {
  it('[PERM-007] is judged by the server alone', () => {
    const [recipe] = methods.map((method) => method.recipe)
    if (!recipe) throw new Error('no recipe')
    const { process, evaluation } = recipe
    const method = { process, evaluation, minimum_bkernel: null } as Analysis['method']
    const whole = { ...bgate, wavelengths: process.channels.map(({ wavelength }) => wavelength) }
    const seen = deviceAsSeen(whole, closedGates(['cfx96.use']))
    const why = (device: Device, hidden?: readonly string[]) =>
      refuseDevice(device, { cartridge_type: 'Wells96', method }, hidden)?.reason
    expect(why(whole)).toBeUndefined()
    expect(why(seen)).toBe('channel_missing')
    expect(why(seen, hiddenWavelengths(closedGates(['cfx96.use'])))).toBeUndefined()
    expect(why({ ...seen, wavelengths: [] }, hiddenWavelengths(closedGates([])))).toBe(
      'channel_missing',
    )
  })
})

describe('a configuration', () => {
  const reasons = (config: Device['config'], device: Partial<Device> = {}) =>
    findConfigProblems(config, { ...bgate, ...device }).map(({ field, reason }) => [field, reason])

  it('[VAL-037] [VAL-038] keeps intensity and exposure within the limits of a channel of the device', () => {
    expect(reasons({ 'illumination.FAM.intensity': 1, 'illumination.FAM.exposure': 300 })).toEqual(
      [],
    )
    expect(reasons({ 'illumination.FAM.intensity': 0.9 })).toEqual([
      ['config.illumination.FAM.intensity', 'out_of_range'],
    ])
    expect(reasons({ 'illumination.FAM.exposure': 301 })[0]?.[1]).toBe('out_of_range')
    expect(reasons({ 'illumination.FAM.exposure': '50' })[0]?.[1]).toBe('out_of_range')
    expect(reasons({ 'illumination.ROX.intensity': 50 })[0]?.[1]).toBe('no_such_channel')
    expect(reasons({ 'illumination.FAM.colour': 50 })[0]?.[1]).toBe('no_such_channel')
  })

  it.each(['samba.password', 'wifi.psk_passphrase', 'api_key', 'token', 'smb.pwd', 'a.pin'])(
    '[ENT-055] holds no secret under %s',
    (key) => expect(reasons({ [key]: 'x' })[0]?.[1]).toBe('secret_in_config'),
  )

  it('[VAL-044] has Samba settings on a bGATE with software from 2.8.10 on', () => {
    const config = { 'samba.address': '//host/share' }
    expect(reasons(config)).toEqual([])
    expect(reasons(config, { bkernel_version: '2.8.10' })).toEqual([])
    expect(reasons(config, { bkernel_version: '2.8.9' })[0]?.[1]).toBe('bkernel_too_old')
    expect(reasons(config, { deviceType: 'bcube' })[0]?.[1]).toBe('no_samba')
    expect(refuseSamba({ deviceType: 'bgate', bkernel_version: '2.10.0' })).toBeNull()
  })

  it('[ENT-054] knows the fields of a Samba configuration and no others', () => {
    expect(
      reasons({
        'samba.address': 'nas.lab/plates',
        'samba.source': '/data/out',
        'samba.domain': 'LAB',
        'samba.username': 'bgate',
        'samba.target_folder': '/in',
        'samba.max_protocol': 'SMB3',
      }),
    ).toEqual([])
    expect(reasons({ 'samba.other': 'x' })[0]?.[1]).toBe('no_such_setting')
    expect(reasons({ 'samba.max_protocol': 'SMB9' })[0]?.[1]).toBe('samba_max_protocol')
  })

  it.each([
    ['//host/share', true],
    ['host.lab.example/share/folder', true],
    ['//192.168.1.7/out', true],
    ['//192.168.1.700/out', false],
    ['//host', false],
    ['/host/share', false],
    ['//host/', false],
    ['//host/../share', false],
    ['//ho st/share', false],
    ['//host/sh are', false],
    ['//-host/share', false],
    ['//host/a:b', false],
    ['', false],
  ])('[VAL-012] the Samba address %j is valid: %s', (text, valid) => {
    expect(isSambaAddress(text)).toBe(valid)
  })

  it.each([
    ['/', true],
    ['/data/out', true],
    ['/data/out/', true],
    ['/data/with space', true],
    ['data/out', false],
    ['/data/../etc', false],
    ['/data/./out', false],
    ['/data//out', false],
    ['/data\\out', false],
    ['/data/\u0000', false],
    ['', false],
  ])('[VAL-013] the Unix path %j is valid: %s', (text, valid) => {
    expect(isUnixPath(text)).toBe(valid)
  })
})

describe('a version of the software', () => {
  const today = '2026-11-21'
  const version = {
    version: '3.0.0',
    models: ['bGATE 96'],
    released_at: '2026-11-01',
    unsupported_from: null,
    company_uuids: [],
    device_uuids: [],
  } as unknown as Bkernel
  const offered = (changes: Partial<Bkernel>, device: Partial<Device> = {}, manages = false) =>
    isOffered(
      { ...version, ...changes },
      { company: 'ours', device: { ...bgate, ...device }, manages, today },
    )

  it('is offered to a device of its model that runs an older one, while it is supported', () => {
    expect(offered({})).toBe(true)
    expect(offered({}, { bkernel_version: '3.0.0' })).toBe(false)
    expect(offered({}, { bkernel_version: '10.0.0' })).toBe(false)
    expect(offered({}, { model: 'bCUBE 3' })).toBe(false)
    expect(offered({ released_at: '2026-11-22' })).toBe(false)
    expect(offered({ unsupported_from: today })).toBe(false)
    expect(offered({ unsupported_from: '2026-11-22' })).toBe(true)
  })

  it('is for those alone that it is linked to, also for who links it', () => {
    expect(offered({ company_uuids: ['theirs'] })).toBe(false)
    expect(offered({ company_uuids: ['theirs'] }, {}, true)).toBe(false)
    expect(offered({ company_uuids: ['theirs', 'ours'] })).toBe(true)
    expect(offered({ device_uuids: [bgate.uuid] })).toBe(true)
  })

  it('has days left', () => {
    expect(daysBetween(today, '2026-12-01')).toBe(10)
    expect(daysBetween(today, '2026-11-20')).toBe(-1)
  })
})
