import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acknowledgeEnd, acknowledgeReadings, knownAnswer } from '../../devices/outbox.ts'
import type { Command, CommandAnswer } from '../../domain/live/command.ts'
import type { CommandData } from '../../domain/live/device-setup.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

let bench: BenchDevice
beforeEach(() => {
  bench = benchDevice('Wells96')
})
afterEach(() => bench.remove())

const order = makeOrder({ cartridge: 'Wells96', cycles: 10 })
const load = () => bench.order({ name: 'LOAD_RECIPE', order })
const cycles = (count: number) => () => bench.readings().length >= count
const kinds = () => bench.notices.map(({ kind }) => kind)

function dataOf(answer: CommandAnswer): CommandData {
  if (answer.state !== 'done' || !answer.data) throw new Error(JSON.stringify(answer))
  return answer.data
}

describe('restarting', () => {
  test('[STATE-028] [SOCK-009] REBOOT in mid-run: done after the start, and the run goes on to the same end', () => {
    load()
    bench.clock.runUntil(cycles(3))
    const before = bench.readings()
    const command = uuidOf(200)
    expect(bench.order({ name: 'REBOOT' }, command)).toMatchObject({ state: 'accepted' })
    expect(bench.order({ name: 'REBOOT' }, command)).toMatchObject({ state: 'accepted' })
    expect(bench.powers).toEqual(['reboot'])
    bench.losePower(2_000)
    expect(knownAnswer(bench.store, command)).toEqual({ command_uuid: command, state: 'done' })
    expect(kinds()).toContain('run_resumed')
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(bench.readings().slice(0, 3)).toEqual(before)
    expect(bench.readings()).toHaveLength(10)
    // Deliver the same order once more, which does not restart it again.
    expect(bench.order({ name: 'REBOOT' }, command)).toMatchObject({ state: 'done' })
    expect(bench.powers).toEqual(['reboot'])
  })

  test('[STATE-029] [SOCK-010] SHUTDOWN is refused during a run, and else switches off', () => {
    load()
    expect(bench.order({ name: 'SHUTDOWN' })).toMatchObject({ state: 'refused', reason: 'busy' })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(bench.order({ name: 'SHUTDOWN' })).toMatchObject({ state: 'done' })
    expect(bench.powers).toEqual(['shutdown'])
  })
})

describe('folders and deliveries', () => {
  test('[STATE-034] [SOCK-016] FOLDERS_CLEAR clears what the service has, and nothing else', () => {
    load()
    bench.clock.runUntil(cycles(4))
    const cleared = () => dataOf(bench.order({ name: 'FOLDERS_CLEAR' }))
    acknowledgeReadings(bench.store, order.analysis_uuid, { AMP: 2, VAL: 0 })
    // Keep the run whole, as it has not ended.
    expect(cleared()).toMatchObject({ runs: 0, readings: 0 })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(cleared()).toMatchObject({ runs: 0, readings: 0 })
    acknowledgeReadings(bench.store, order.analysis_uuid, { AMP: 10, VAL: 0 })
    acknowledgeEnd(bench.store, order.analysis_uuid)
    expect(cleared()).toMatchObject({ runs: 1, readings: 10 })
    expect(cleared()).toMatchObject({ runs: 0, readings: 0 })
    // Order the run again: it is still known, and not begun again.
    expect(load()).toMatchObject({ state: 'refused', reason: 'no_run' })
  })

  test('[STATE-033] [SOCK-014] [SOCK-015] a sync offers everything again; BGATE_SYNC is for bGATEs', () => {
    load()
    bench.clock.runUntil(cycles(3))
    expect(dataOf(bench.order({ name: 'BGATE_SYNC' }))).toMatchObject({ of: 'sync' })
    expect(dataOf(bench.order({ name: 'ANALYSIS_SYNC' }))).toMatchObject({ of: 'sync' })
    expect(bench.resyncs()).toBe(2)
    const cube = benchDevice('Wells16')
    expect(cube.order({ name: 'BGATE_SYNC' })).toMatchObject({ reason: 'not_supported' })
    cube.remove()
  })
})

describe('settings', () => {
  const setup = () => {
    const data = dataOf(bench.order({ name: 'GET_SETUP' }))
    if (data.of !== 'setup') throw new Error(data.of)
    return data.setup
  }

  test('[SOCK-012] [SOCK-019] are listed, changed all or none, and stay through a restart', () => {
    expect(setup().settings['illumination.VIC.exposure']).toBe(200)
    const settings = { 'illumination.VIC.exposure': 150, 'fan.quiet': true }
    expect(bench.order({ name: 'UPDATE_SETUP', settings })).toMatchObject({ state: 'done' })
    const wrong = { 'fan.quiet': false, 'illumination.VIC.exposure': 1 }
    expect(bench.order({ name: 'UPDATE_SETUP', settings: wrong })).toMatchObject({
      reason: 'setting_refused',
    })
    bench.losePower()
    expect(setup().settings).toMatchObject({
      'illumination.VIC.exposure': 150,
      'fan.quiet': true,
      'illumination.FAM.exposure': 50,
    })
  })

  test('issue 14: light source and camera stay as they are while a run goes on', () => {
    load()
    bench.clock.runUntil(cycles(3))
    const light = { 'illumination.VIC.exposure': 150 }
    const order = (settings: Record<string, number | boolean>) =>
      bench.order({ name: 'UPDATE_SETUP', settings })
    expect(order({ ...light, 'fan.quiet': true })).toMatchObject({
      state: 'refused',
      reason: 'busy',
    })
    expect(setup().settings).toMatchObject({ 'illumination.VIC.exposure': 200 })
    expect(order({ 'fan.quiet': true })).toMatchObject({ state: 'done' })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(order(light)).toMatchObject({ state: 'done' })
  })

  test('[SOCK-018] SET_INFO gives other names, also in the network', () => {
    const info = { name: 'Second floor', hostname: 'pcr-2' }
    expect(bench.order({ name: 'SET_INFO', info })).toMatchObject({ state: 'done' })
    expect(bench.device.facts.hostname).toBe('pcr-2')
    bench.losePower()
    expect(bench.device.facts.hostname).toBe('pcr-2')
    expect(setup()).toMatchObject(info)
  })

  test('issue 19: SELF_TEST measures each part, answers with its figures and waits for the end of a run', () => {
    const answer = bench.order({ name: 'SELF_TEST' }, uuidOf(399))
    expect(answer).toMatchObject({ state: 'done', data: { of: 'self_test', outcome: 'passed' } })
    // Deliver the same order twice, which is one test.
    expect(bench.order({ name: 'SELF_TEST' }, uuidOf(399))).toEqual(answer)
    const data = answer.state === 'done' && answer.data
    expect(data && 'values' in data && Object.keys(data.values)).toEqual(
      expect.arrayContaining(['heating (°C/s)', 'lid (s)', 'fan (1/min)', 'FAM (%)']),
    )
    bench.order({ name: 'LOAD_RECIPE', order })
    expect(bench.order({ name: 'SELF_TEST' })).toMatchObject({ state: 'refused', reason: 'busy' })
  })

  test('[SOCK-013] FLASH blinks once per order', () => {
    bench.order({ name: 'FLASH' }, uuidOf(400))
    bench.order({ name: 'FLASH' }, uuidOf(400))
    expect(kinds().filter((kind) => kind === 'flashing')).toHaveLength(1)
  })

  test.each([15, 30, 60] as const)(
    'first-use H10: a remote shell ordered for %i min closes by itself then',
    (minutes) => {
      const reason = 'Log of run 12'
      bench.order({ name: 'REMOTE_SHELL', action: 'start', reason, minutes })
      bench.clock.advance(minutes * 60_000 - 1000)
      expect(setup().remote_shell_until).not.toBeNull()
      bench.clock.advance(2000)
      expect(setup().remote_shell_until).toBeNull()
    },
  )

  test('[STATE-031] [STATE-032] the remote shell opens, closes by itself, and is closed', () => {
    const open = () =>
      dataOf(bench.order({ name: 'REMOTE_SHELL', action: 'start' })) as { until: string }
    expect(Date.parse(open().until)).toBeGreaterThan(bench.clock.now())
    expect(setup().remote_shell_until).not.toBeNull()
    bench.clock.advance(31 * 60_000)
    expect(setup().remote_shell_until).toBeNull()
    open()
    expect(dataOf(bench.order({ name: 'REMOTE_SHELL', action: 'stop' }))).toMatchObject({
      until: null,
    })
    expect(setup().remote_shell_until).toBeNull()
  })
})

describe('[STATE-035] [SOCK-020] [SOCK-021] [SOCK-022] shared folders', () => {
  const config = {
    address: '//nas/pcr',
    source: '/data',
    domain: '',
    username: 'cycler',
    target_folder: '/in',
    max_protocol: 'SMB3' as const,
  }
  const config_uuid = uuidOf(500)
  const list = () => dataOf(bench.order({ name: 'GET_SAMBA_CONFIGS' }))

  test('[ENT-055] are added, changed and removed; the password goes in and never comes out', () => {
    const password = 'hunter2-on-the-nas'
    bench.order({ name: 'UPDATE_SAMBA_CONFIG', config_uuid, config, password })
    const change: Command = {
      name: 'UPDATE_SAMBA_CONFIG',
      config_uuid,
      config: { ...config, username: 'other' },
    }
    expect(bench.order(change)).toMatchObject({ state: 'done' })
    expect(list()).toEqual({
      of: 'samba',
      configs: [{ uuid: config_uuid, ...change.config, has_password: true }],
    })
    expect(JSON.stringify([list(), bench.notices])).not.toContain(password)
    const answers = bench.store.prepare('SELECT body FROM answer').all()
    expect(JSON.stringify(answers)).not.toContain(password)
    expect(bench.order({ name: 'DELETE_SAMBA_CONFIG', config_uuid })).toMatchObject({
      state: 'done',
    })
    expect(bench.order({ name: 'DELETE_SAMBA_CONFIG', config_uuid })).toMatchObject({
      reason: 'no_such_config',
    })
    expect(list()).toMatchObject({ configs: [] })
  })

  test('[VAL-012] [VAL-013] [VAL-044] are checked here too, and are nothing for a bCUBE', () => {
    const wrong = { ...config, source: '../../etc' }
    expect(bench.order({ name: 'UPDATE_SAMBA_CONFIG', config_uuid, config: wrong })).toMatchObject({
      reason: 'setting_refused',
    })
    const cube = benchDevice('Wells16')
    expect(cube.order({ name: 'GET_SAMBA_CONFIGS' })).toMatchObject({ reason: 'not_supported' })
    cube.remove()
  })
})

describe('what the sender saw', () => {
  test('[SOCK-006] SKIP with another cycle than the one that is going on hits nothing', () => {
    load()
    bench.clock.runUntil(cycles(3))
    const { analysis_uuid } = order
    const { position, cycle } = bench.device.status().run ?? { position: 0, cycle: 0 }
    const skip = (seen: number) =>
      bench.order({ name: 'SKIP', analysis_uuid, position, cycle: seen })
    expect(skip(cycle + 1)).toMatchObject({ reason: 'step_over' })
    expect(bench.device.status().run?.position).toBe(position)
    expect(skip(cycle)).toMatchObject({ state: 'done' })
    expect(bench.device.status().run?.position).toBe(position + 1)
  })

  test('[STATE-007] [STATE-008] [SOCK-008] EXTEND counts from the cycles its sender saw: two at once do not add up', () => {
    load()
    bench.clock.runUntil(cycles(3))
    const { analysis_uuid } = order
    const extend = (by: number, of: number) =>
      bench.order({ name: 'EXTEND', analysis_uuid, cycles: by, of })
    expect(extend(5, 10)).toMatchObject({ state: 'done' })
    expect(extend(5, 10)).toMatchObject({ reason: 'plan_changed' })
    expect(bench.device.status().run?.cycles).toBe(15)
    expect(extend(-6, 15)).toMatchObject({ state: 'done' })
    bench.clock.runUntil(() => kinds().includes('run_finished'))
    expect(bench.readings()).toHaveLength(9)
  })

  test('[SOCK-007] ABORT, SKIP and EXTEND of another run do nothing to this one', () => {
    load()
    bench.clock.runUntil(cycles(2))
    const analysis_uuid = uuidOf(77)
    const { position } = bench.device.status().run ?? { position: 0 }
    expect(bench.order({ name: 'SKIP', analysis_uuid, position })).toMatchObject({
      reason: 'other_run',
    })
    expect(bench.order({ name: 'EXTEND', analysis_uuid, cycles: 5 })).toMatchObject({
      reason: 'other_run',
    })
    bench.order({ name: 'ABORT', analysis_uuid })
    expect(bench.device.status().busy).toBe('Y')
  })
})
