import { describe, expect, test } from 'vitest'
import type { Device } from '../../domain/entities/device.ts'
import {
  addUse,
  countUse,
  dueBand,
  fleetTask,
  fleetTasks,
  lastRunBand,
  noUse,
  presenceOf,
  figuresOfUse,
} from '../../domain/rules/fleet.ts'
import { calibrationDueAt, isCalibrationDue } from '../../domain/rules/calibration-age.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-06-01T00:00:00.000Z')
const ago = (days: number) => new Date(now - days * dayMs).toISOString()
const device = {
  uuid: 'd1',
  status: '{"srv_status":0}',
  connected: '10',
  busy: 'N',
  active: 'Y',
  analysis_uuid: null,
  config: { 'calibration.last_at': ago(10) },
} as unknown as Device
const gone = { connected: '0', disconnected_at: ago(2) }
const ok = { verdict: 'ok', check: null } as const
const bad = { verdict: 'bad', check: 'fan' } as const

function taskOf(
  changes: Partial<Device>,
  health: Parameters<typeof fleetTask>[0]['health'] = ok,
  more: { isHealthShown?: boolean; unsupportedSince?: string } = {},
) {
  const { isHealthShown = true, unsupportedSince = null } = more
  return fleetTask(
    { device: { ...device, ...changes }, health, isHealthShown, unsupportedSince },
    now,
  )
}

describe('issue 19: what a device needs next', () => {
  test.each([
    ['run_silent', taskOf({ ...gone, analysis_uuid: 'a1' }, bad)],
    ['fault', taskOf({}, bad)],
    ['service', taskOf({ status: 'no JSON' })],
    ['silent', taskOf(gone, bad)],
    ['unsupported', taskOf({ config: {} }, ok, { unsupportedSince: ago(1) })],
    ['calibrate', taskOf({ config: {} })],
    ['watch', taskOf({}, { verdict: 'warning', check: 'wifi' })],
    ['none', taskOf({})],
  ] as const)('%s comes before all that is less', (task, found) => {
    expect(found.task).toBe(task)
  })

  test('a device whose health was not read is never called fine, but for people who are not shown it', () => {
    expect(taskOf({}, null).task).toBe('unread')
    expect(taskOf({}, { verdict: 'unknown', check: 'line' }).task).toBe('unread')
    expect(taskOf({}, null, { isHealthShown: false }).task).toBe('none')
  })

  test('a device that is put away needs nothing, unless a run is on it', () => {
    expect(taskOf({ ...gone, active: 'N' }).task).toBe('none')
    expect(presenceOf({ ...device, ...gone, active: 'N' })).toBe('out')
    expect(taskOf({ ...gone, active: 'N', analysis_uuid: 'a1' }).task).toBe('run_silent')
  })

  test('silent since it left, due since the end of its calibration', () => {
    expect(taskOf(gone).since).toBe(now - 2 * dayMs)
    const config = {
      'calibration.last_at': ago(10),
      'calibration.roi.uuid': 'c',
      'calibration.roi.until': ago(3),
    }
    expect(taskOf({ config })).toEqual({ task: 'calibrate', since: now - 3 * dayMs })
  })

  test('the tasks are in the order in which they are done', () => {
    expect(fleetTasks.at(0)).toBe('run_silent')
    expect(fleetTasks.at(-1)).toBe('none')
  })

  test('each device does exactly one thing', () => {
    const all = [
      device,
      { ...device, busy: 'Y' as const },
      { ...device, ...gone },
      { ...device, status: 'no JSON' },
    ]
    expect(all.map(presenceOf)).toEqual(['waits', 'runs', 'silent', 'out'])
  })
})

test('issue 19: a calibration is due on the day from which a launch is warned', () => {
  for (const days of [364, 365, 366, 367]) {
    const one = { config: { 'calibration.last_at': ago(days) } }
    expect((calibrationDueAt(one) ?? 0) <= now).toBe(isCalibrationDue(one, now))
  }
  expect(calibrationDueAt({ config: {} })).toBeNull()
  expect([null, now, now + 30 * dayMs, now + 31 * dayMs].map((due) => dueBand(due, now))).toEqual([
    'never',
    'overdue',
    'month',
    'later',
  ])
  expect(
    [null, now, now - 2 * dayMs, now - 8 * dayMs, now - 31 * dayMs].map((at) =>
      lastRunBand(at, now),
    ),
  ).toEqual(['never', 'day', 'week', 'month', 'older'])
})

describe('issue 19: utilisation', () => {
  const run = (status: string, began: number, ended: number | null, more: object = {}) =>
    ({
      device_uuid: 'd1',
      status,
      started_at: ago(began),
      ended_at: ended === null ? null : ago(ended),
      ...more,
    }) as never

  test('counts runs, failures and time of each device within the period only', () => {
    const uses = countUse(
      [
        run('VALIDATION', 3, 2),
        run('ABORT', 2, 1.5),
        run('COMPLETE', 12, 9),
        run('RUNNING', 0.5, null),
        run('COMPLETE', 3, 2, { corrects: 'a1' }),
        run('COMPLETE', 3, 2, { device_uuid: null }),
        run('COMPLETE', 30, 29, { device_uuid: 'd2' }),
      ],
      now - 10 * dayMs,
      now,
    )
    expect(uses.get('d1')).toEqual({
      begun: 3,
      ended: 3,
      failed: 1,
      busyMs: (1 + 0.5 + 1 + 0.5) * dayMs,
      lastAt: now - 0.5 * dayMs,
    })
    expect(uses.get('d2')).toEqual({ ...noUse, lastAt: now - 30 * dayMs })
  })

  test('a figure is null where nothing happened from which it could be made', () => {
    expect(figuresOfUse(noUse, 1, dayMs)).toEqual({
      runsPerDay: 0,
      busyShare: 0,
      failuresPer100: null,
      runsBetweenFailures: null,
    })
    const one = { begun: 8, ended: 10, failed: 4, busyMs: dayMs, lastAt: 5 }
    const sum = addUse([one, one, noUse])
    expect(figuresOfUse(sum, 2, 4 * dayMs)).toEqual({
      runsPerDay: 4,
      busyShare: 0.25,
      failuresPer100: 40,
      runsBetweenFailures: 2.5,
    })
  })
})
