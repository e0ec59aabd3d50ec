import { expect, test } from 'vitest'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { commissioningSteps } from '../../domain/entities/commissioning.ts'
import { type CommissioningFacts, findCommissioning } from '../../domain/rules/commissioning.ts'
import type { HealthCheck, HealthVerdict } from '../../domain/rules/device-health.ts'

const now = Date.parse('2026-06-01T00:00:00.000Z')
const day = (days: number) => new Date(now + days * 86_400_000).toISOString()
const boxed = {
  uuid: 'd1',
  name: 'S1',
  serial_no: 'S1',
  hostname: 'cube-1',
  swarms: [],
  config: {},
} as unknown as Device
const check = (name: HealthCheck['name'], verdict: HealthVerdict): HealthCheck => ({
  name,
  verdict,
  value: null,
  why: null,
  at: day(-1),
})
const nothing: CommissioningFacts = {
  device: boxed,
  checks: [],
  commands: [],
  runs: [],
  updates: null,
}
const statesOf = (facts: Partial<CommissioningFacts>) =>
  Object.fromEntries(
    findCommissioning({ ...nothing, ...facts }, now).map(({ step, state }) => [step, state]),
  )

test('issue 19: of a device in its box nothing is done, and what was not heard is unknown', () => {
  expect(statesOf({})).toEqual({
    blink: 'todo',
    name: 'todo',
    swarm: 'todo',
    network: 'unknown',
    clock: 'unknown',
    version: 'unknown',
    self_test: 'unknown',
    calibration: 'todo',
    test_run: 'todo',
  })
})

const flash = {
  uuid: 'c1',
  device_uuid: 'd1',
  command: { name: 'FLASH' },
  state: 'done',
  updated_at: day(-2),
} as unknown as CommandRecord
const ready: CommissioningFacts = {
  device: {
    ...boxed,
    name: 'Cube West',
    swarms: ['s1'],
    config: {
      'calibration.last_at': day(-3),
      'calibration.roi.uuid': 'r',
      'calibration.roi.until': day(100),
      'calibration.thermal.uuid': 't',
      'calibration.thermal.until': day(300),
    },
  },
  checks: [check('line', 'ok'), check('clock', 'ok'), check('self_test', 'ok')],
  commands: [flash],
  runs: [{ device_uuid: 'd1', status: 'VALIDATION', ended_at: day(-1) }],
  updates: [],
}

test('issue 19: a walk is over when records, reports and ledger say so of every step', () => {
  expect(findCommissioning(ready, now).map(({ state }) => state)).toEqual(
    commissioningSteps.map(() => 'done'),
  )
  expect(findCommissioning(ready, now)[0]).toEqual({ step: 'blink', state: 'done', at: day(-2) })
})

test.each([
  ['blink', 'todo', { commands: [{ ...flash, state: 'refused' }] }],
  ['blink', 'todo', { commands: [{ ...flash, device_uuid: 'd2' }] }],
  ['network', 'failed', { checks: [check('line', 'warning')] }],
  ['clock', 'failed', { checks: [check('clock', 'bad')] }],
  ['version', 'todo', { updates: ['2.9.9'] }],
  ['self_test', 'unknown', { checks: [check('self_test', 'unknown')] }],
  [
    'calibration',
    'todo',
    { device: { ...ready.device, config: { 'calibration.last_at': day(-3) } } },
  ],
  ['test_run', 'todo', { runs: [{ device_uuid: 'd1', status: 'COMPLETE', ended_at: day(-1) }] }],
  ['test_run', 'failed', { runs: [{ device_uuid: 'd1', status: 'ABORT', ended_at: day(-1) }] }],
] as const)('issue 19: %s is %s where the device does not prove it', (step, state, changes) => {
  expect(statesOf({ ...ready, ...(changes as object) })[step]).toBe(state)
})
