import { describe, expect, test } from 'vitest'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { findUpdateState, type UpdateFacts } from '../../domain/rules/update-state.ts'

const at = '2026-11-20T08:00:00.000Z'
const plan = {
  models: [],
  versions: ['2.9.4'],
  company_uuids: [],
  except_company_uuids: ['away'],
  except_device_uuids: [],
  phases: [{ share: 1, soak_hours: 0, least_pairs: 0 }],
  window: null,
  deadline: null,
}
const version = {
  uuid: 'v',
  version: '3.0.0',
  models: ['bGATE 96'],
  released_at: '2026-01-10',
  device_uuids: [],
  rollout: { state: 'running', phase: 0, since: at, plan },
} as unknown as Bkernel
const device = (more: Partial<Device> = {}) =>
  ({ uuid: 'd', model: 'bGATE 96', bkernel_version: '2.9.4', connected: '1', ...more }) as Device
const order = (state: CommandRecord['state'], reason = '') =>
  ({ state, reason, created_at: at, updated_at: '2026-11-20T09:00:00.000Z' }) as CommandRecord
const told = (stage: string, share = 100, of = '3.0.0') =>
  ({ version: of, stage, share }) as UpdateFacts['told']
const find = (more: Partial<UpdateFacts> = {}, of = version) =>
  findUpdateState(of, {
    device: device(),
    company: 'lab',
    order: null,
    told: null,
    heard_at: '2026-11-20T09:30:00.000Z',
    ...more,
  })

describe('issue 19: the state of a device in a rollout', () => {
  test('says who waits and who is offered it, and leaves out whom it is not for', () => {
    expect(find()).toMatchObject({ state: 'offered', since: at })
    const paused = { ...version, rollout: { ...version.rollout, state: 'paused' } } as Bkernel
    expect(find({}, paused)).toMatchObject({ state: 'waiting', since: null })
    expect(find({ device: device({ model: 'bCUBE 16' }) })).toBeNull()
    expect(find({ device: device({ bkernel_version: '3.1.0' }) })).toBeNull()
    expect(find({ device: device({ bkernel_version: '2.0.0' }) })).toBeNull()
    expect(find({ company: 'away' })).toBeNull()
  })

  test('follows the order by what the device tells, with its age', () => {
    expect(find({ order: order('sent') })).toMatchObject({ state: 'ordered', since: at })
    const accepted = order('accepted')
    expect(find({ order: accepted })?.state).toBe('ordered')
    const heard = '2026-11-20T09:30:00.000Z'
    const loading = find({ order: accepted, told: told('downloading', 40) })
    expect(loading).toEqual({ state: 'downloading', since: heard, why: '', share: 40 })
    expect(find({ order: accepted, told: told('run') })).toMatchObject({
      state: 'held',
      why: 'run',
    })
    expect(find({ order: accepted, told: told('window') })).toMatchObject({ why: 'window' })
    expect(find({ order: accepted, told: told('trial') })?.state).toBe('trial')
    // Take nothing of an order for another version.
    expect(find({ order: accepted, told: told('trial', 100, '2.9.9') })?.state).toBe('ordered')
  })

  test('says how it ended, and what is not known of a device without a line', () => {
    const done = { device: device({ bkernel_version: '3.0.0' }), order: order('done') }
    expect(find(done)).toMatchObject({ state: 'confirmed', since: '2026-11-20T09:00:00.000Z' })
    expect(find({ order: order('refused', 'update_rolled_back') })?.state).toBe('rolled_back')
    expect(find({ order: order('refused', 'update_untrusted') })).toMatchObject({
      state: 'refused',
      why: 'update_untrusted',
    })
    const away = device({ connected: '0', disconnected_at: at })
    expect(find({ device: away, order: order('accepted') })).toMatchObject({
      state: 'unreachable',
      since: at,
    })
  })
})
