import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { demoSpeed } from '../../devices/facts.ts'
import { DeviceStatus, Reading } from '../../domain/live/event.ts'
import type { RunOrder } from '../../domain/live/command.ts'
import { expandProgramme, sizeProgramme } from '../../domain/rules/programme.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

let bench: BenchDevice
afterEach(() => bench.remove())

const run = () => bench.device.status().run
const ended = () => bench.device.status().busy === 'N'
const finish = () => bench.clock.runUntil(ended)
const load = (order: RunOrder = makeOrder()) => bench.order({ name: 'LOAD_RECIPE', order })
/** Let the run go on until it has measured so many points. */
const measure = (points: number) => bench.clock.runUntil(() => bench.readings().length >= points)
const skip = (position = run()?.position ?? -1) =>
  bench.order({ name: 'SKIP', analysis_uuid: uuidOf(1), position })
const extend = (cycles: number) => bench.order({ name: 'EXTEND', analysis_uuid: uuidOf(1), cycles })
const indices = (phase: 'AMP' | 'VAL') =>
  bench
    .readings()
    .filter((each) => each.phase === phase)
    .map((each) => each.index)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describe('a whole run', () => {
  test('measures each cycle and each melt point once, in step with the programme', () => {
    bench = benchDevice()
    const order = makeOrder({ channels: ['FAM'], meltStep: 0.5 })
    expect(load(order)).toMatchObject({ state: 'accepted' })
    expect(run()).toMatchObject({ state: 'heating_lid', cycle: 0, cycles: 40 })
    finish()
    expect(indices('AMP')).toEqual(upTo(40))
    expect(indices('VAL')).toEqual(upTo(61))
    for (const reading of bench.readings()) {
      expect(v.is(Reading, reading)).toBe(true)
      expect(reading.values[0]).toHaveLength(16)
    }
    const melt = bench.readings().filter((each) => each.phase === 'VAL')
    expect(melt.map((each) => each.temperature)).toEqual(upTo(61).map((at) => 64.5 + at / 2))
    expect(run()).toMatchObject({ state: 'finished', remaining: 0, cycle: 40 })
    const { seconds } = sizeProgramme(expandProgramme(order.process))
    expect(run()?.elapsed).toBeCloseTo(seconds, 0)
    expect(v.is(DeviceStatus, bench.device.status())).toBe(true)
    expect(bench.notices.map((each) => each.kind)).toEqual(['run_started', 'run_finished'])
  })

  test('a 40-cycle run takes 60 to 80 s of real time at the usual speed', () => {
    bench = benchDevice('Wells16', String(demoSpeed))
    load()
    const began = bench.clock.now()
    finish()
    const seconds = (bench.clock.now() - began) / 1000
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThan(80)
    expect(run()?.speed).toBe(demoSpeed)
  })

  test('at any speed each step takes its turn of at least 5 ms', () => {
    bench = benchDevice('Wells16', '100000')
    load()
    const began = bench.clock.now()
    finish()
    expect(bench.clock.now() - began).toBeGreaterThanOrEqual(5 * 81)
    expect(indices('AMP')).toEqual(upTo(40))
  })

  test('block and clock move between two readings', () => {
    bench = benchDevice()
    load()
    measure(3)
    const before = run()
    bench.clock.advance(100)
    const after = run()
    expect(after?.elapsed).toBeCloseTo((before?.elapsed ?? 0) + 6, 1)
    expect(after?.remaining).toBeCloseTo((before?.remaining ?? 0) - 6, 1)
    expect(after?.temperature).toBeCloseTo((before?.temperature ?? 0) + 18, 1)
    expect(after).toMatchObject({ cycle: 4, phase: 'AMP' })
  })
})

describe('commands during a run', () => {
  test('[STATE-005] SKIP ends the current step; a measured one is read first', () => {
    bench = benchDevice()
    load()
    bench.clock.runUntil(() => run()?.position === 2)
    bench.clock.advance(50)
    const before = run()
    expect(skip()).toMatchObject({ state: 'done' })
    expect(run()?.position).toBe(3)
    expect(indices('AMP')).toEqual([1])
    const [reading] = bench.readings()
    expect(reading?.elapsed).toBeCloseTo(before?.elapsed ?? 0, 0)
    expect(reading?.temperature).toBeCloseTo(before?.temperature ?? 0, 1)
    finish()
    expect(indices('AMP')).toEqual(upTo(40))
  })

  test('a SKIP that comes late does not hit the next step', () => {
    bench = benchDevice('Wells16', '1')
    load()
    bench.clock.runUntil(() => run()?.position === 5)
    expect(skip(4)).toMatchObject({ state: 'refused', reason: 'step_over' })
    expect(skip(6)).toMatchObject({ state: 'refused', reason: 'step_over' })
    expect(run()?.position).toBe(5)
  })

  test('on an accelerated clock a SKIP may come two seconds late, and no later', () => {
    bench = benchDevice('Wells16', '60')
    load()
    bench.clock.runUntil(() => run()?.position === 5)
    expect(skip(4)).toMatchObject({ state: 'done' })
    expect(run()?.position).toBe(6)
    bench.clock.advance(2_500)
    const now = run()?.position
    expect(skip(6)).toMatchObject({ state: 'refused', reason: 'step_over' })
    expect(run()?.position).toBe(now)
  })

  test('[STATE-006] EXTEND adds five cycles to the loop that is going on', () => {
    bench = benchDevice()
    load()
    measure(38)
    expect(extend(5)).toMatchObject({ state: 'done' })
    expect(run()?.cycles).toBe(45)
    finish()
    expect(indices('AMP')).toEqual(upTo(45))
  })

  test('[STATE-008] a negative EXTEND anticipates the end, never the past', () => {
    bench = benchDevice()
    load()
    measure(10)
    expect(extend(-31)).toMatchObject({ state: 'refused', reason: 'step_over' })
    expect(extend(-28)).toMatchObject({ state: 'done' })
    finish()
    expect(indices('AMP')).toEqual(upTo(12))
  })

  test('EXTEND after the loop is refused: what has been done stays', () => {
    bench = benchDevice()
    load(makeOrder({ meltStep: 0.5 }))
    measure(45)
    expect(extend(5)).toMatchObject({ state: 'refused', reason: 'not_in_loop' })
    finish()
    expect(indices('AMP')).toEqual(upTo(40))
  })

  test('a command that is delivered twice acts once', () => {
    bench = benchDevice()
    load()
    measure(3)
    const command = { name: 'EXTEND', analysis_uuid: uuidOf(1), cycles: 5 } as const
    const first = bench.order(command, uuidOf(77))
    expect(bench.order(command, uuidOf(77))).toEqual(first)
    bench.losePower()
    expect(bench.order(command, uuidOf(77))).toEqual(first)
    expect(run()?.cycles).toBe(45)
  })

  test('[STATE-004] ABORT ends the run and keeps what was measured', () => {
    bench = benchDevice()
    load()
    measure(7)
    expect(bench.order({ name: 'ABORT', analysis_uuid: uuidOf(1) })).toMatchObject({
      state: 'done',
    })
    expect(run()?.state).toBe('aborted')
    bench.clock.advance(600_000)
    expect(indices('AMP')).toEqual(upTo(7))
    expect(skip()).toMatchObject({ state: 'refused', reason: 'no_run' })
  })

  test('a pause and an open lid wait for a person', () => {
    bench = benchDevice()
    const order = makeOrder({ cycles: 2 })
    order.process.steps.push({ type: 'pause', temperature: 40 }, { type: 'lidOpen' })
    load(order)
    bench.clock.runUntil(() => run()?.state === 'paused')
    bench.clock.advance(10_000_000)
    expect(run()?.position).toBe(5)
    skip()
    expect(bench.device.status()).toMatchObject({ lid: 'open', busy: 'Y' })
    skip()
    expect(bench.device.status()).toMatchObject({ lid: 'closed', busy: 'N' })
  })
})

describe('LOAD_RECIPE is refused with a reason', () => {
  test.each([
    ['wrong_cartridge', makeOrder({ cartridge: 'Wells36' })],
    ['channel_missing', makeOrder({ channels: ['FAM', 'HY5'] })],
    ['programme_too_long', makeOrder({ cycles: 500, meltStep: 0.003 })],
  ])('%s', (reason, order) => {
    bench = benchDevice()
    expect(load(order)).toMatchObject({ state: 'refused', reason })
    expect(bench.device.status().busy).toBe('N')
  })

  test('busy with another run; the same run again is no new one', () => {
    bench = benchDevice()
    load()
    measure(2)
    expect(load(makeOrder({ analysis: uuidOf(2) }))).toMatchObject({ reason: 'busy' })
    expect(load()).toMatchObject({ state: 'accepted' })
    expect(run()?.position).toBeGreaterThan(2)
    finish()
    expect(load()).toMatchObject({ state: 'refused', reason: 'no_run' })
    expect(load(makeOrder({ analysis: uuidOf(2) }))).toMatchObject({ state: 'accepted' })
  })

  test('an open lid; and a running device keeps its lid locked', () => {
    bench = benchDevice()
    expect(bench.device.toggleLid()).toBe(true)
    expect(load()).toMatchObject({ reason: 'lid_open' })
    bench.device.toggleLid()
    expect(load(makeOrder({ analysis: uuidOf(3) }))).toMatchObject({ state: 'accepted' })
    expect(bench.device.toggleLid()).toBe(false)
  })

  test('a command that comes after its time', () => {
    bench = benchDevice()
    const expires_at = new Date(bench.clock.now() - 1).toISOString()
    const command = { name: 'LOAD_RECIPE' as const, order: makeOrder() }
    const message = { command_uuid: uuidOf(5), code: 6, command, expires_at }
    expect(bench.device.obey(message, bench.clock.now())).toMatchObject({ reason: 'expired' })
  })
})

describe('loss of power', () => {
  test('the run goes on where it was; each point is measured once, with the same value as without the loss', () => {
    bench = benchDevice()
    const order = makeOrder({ cartridge: 'Wells16', meltStep: 0.5 })
    load(order)
    finish()
    const whole = bench.readings()
    bench.remove()

    bench = benchDevice()
    load(order)
    for (const points of [1, 13, 39, 40, 60]) {
      measure(points)
      bench.clock.advance(37)
      const before = run()
      const kept = bench.readings()
      bench.losePower()
      expect(run()).toMatchObject({ position: before?.position, state: 'running', cycles: 40 })
      expect(bench.readings()).toEqual(kept)
    }
    finish()
    const values = (readings: Reading[]) =>
      readings.map(({ phase, index, values: all }) => ({ phase, index, all }))
    expect(values(bench.readings())).toEqual(values(whole))
    expect(bench.notices.filter((each) => each.kind === 'run_resumed')).toHaveLength(5)
    expect(bench.notices.filter((each) => each.kind === 'run_started')).toHaveLength(1)
  })

  test('an extension survives; a pause goes on waiting; a finished run is not taken up again', () => {
    bench = benchDevice()
    const order = makeOrder({ cycles: 5 })
    order.process.steps.push({ type: 'pause', temperature: 40 })
    load(order)
    measure(2)
    extend(3)
    bench.losePower()
    bench.clock.runUntil(() => run()?.state === 'paused')
    bench.losePower()
    expect(run()).toMatchObject({ state: 'paused', cycles: 8 })
    skip()
    expect(indices('AMP')).toEqual(upTo(8))
    bench.losePower()
    expect(bench.device.status()).toMatchObject({ busy: 'N', run: null })
  })
})
