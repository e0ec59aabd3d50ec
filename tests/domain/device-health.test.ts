import { describe, expect, test } from 'vitest'
import type { Device } from '../../domain/entities/device.ts'
import type { DeviceInfo } from '../../domain/entities/device-report.ts'
import {
  checkFacts,
  findHealth,
  type HealthCheckName,
  healthCheckNames,
  type HealthFacts,
  healthVerdicts,
  judgeNumber,
  oldReportMs,
} from '../../domain/rules/device-health.ts'
import { calibratedKey, isCalibrationDue } from '../../domain/rules/calibration-age.ts'
import { readGap, restOfMessage, writeGap } from '../../domain/rules/device-messages.ts'

const now = Date.parse('2026-11-27T10:00:00.000Z')
const before = (ms: number) => new Date(now - ms).toISOString()
const [minute, day] = [60_000, 86_400_000]

function info(
  measured: Partial<DeviceInfo['measured']> = {},
  rest: Partial<DeviceInfo> = {},
): DeviceInfo {
  return {
    ip: '10.0.0.7',
    ssid: 'lab',
    latitude: null,
    longitude: null,
    accuracy: null,
    versions: {},
    uptime: 100,
    temperature: 31,
    health: { system_disk: 20, data_disk: 20, memory: 40, cpu: 10 },
    measured: {
      clock: before(minute),
      wifi: -50,
      fan: 2400,
      heating: { now: 3, first: 3 },
      lid: { now: 90, first: 90 },
      optics: { FAM: 99, VIC: 98 },
      uploads: { waiting: 0, oldest: null },
      self_test: { outcome: 'passed', ran_at: before(day / 2) },
      ...measured,
    },
    ...rest,
  }
}

const facts = (given: Partial<HealthFacts> = {}): HealthFacts => ({
  device: { connected: '10', config: { [calibratedKey]: before(20 * day) } },
  info: info(),
  heardAt: before(minute),
  ...given,
})
const find = (name: HealthCheckName, given: Partial<HealthFacts> = {}) =>
  findHealth(facts(given), now).find((check) => check.name === name)
const verdict = (name: HealthCheckName, given: Partial<HealthFacts> = {}) =>
  find(name, given)?.verdict

describe('the health of a device', () => {
  test('a device that has just reported well is fine in every check', () => {
    expect(findHealth(facts(), now).map((check) => check.verdict)).toEqual(
      healthCheckNames.map(() => 'ok'),
    )
  })

  const worse: [HealthCheckName, Partial<HealthFacts>, 'warning' | 'bad'][] = [
    [
      'system_disk',
      { info: info({}, { health: { ...info().health, system_disk: 86 } }) },
      'warning',
    ],
    ['data_disk', { info: info({}, { health: { ...info().health, data_disk: 96 } }) }, 'bad'],
    ['memory', { info: info({}, { health: { ...info().health, memory: 98 } }) }, 'bad'],
    ['cpu', { info: info({}, { health: { ...info().health, cpu: 100 } }) }, 'warning'],
    ['temperature', { info: info({}, { temperature: 50 }) }, 'warning'],
    ['clock', { info: info({ clock: before(7 * minute) }) }, 'bad'],
    ['clock', { info: info({ clock: before(-minute) }) }, 'warning'],
    ['wifi', { info: info({ wifi: -81 }) }, 'bad'],
    ['optics', { info: info({ optics: { FAM: 99, VIC: 70 } }) }, 'warning'],
    ['heating', { info: info({ heating: { now: 2, first: 3 } }) }, 'bad'],
    ['lid', { info: info({ lid: { now: 120, first: 90 } }) }, 'warning'],
    ['fan', { info: info({ fan: 0 }) }, 'bad'],
    [
      'uploads',
      { info: info({ uploads: { waiting: 3, oldest: before(31 * minute) } }) },
      'warning',
    ],
    ['self_test', { info: info({ self_test: { outcome: 'failed', ran_at: before(day) } }) }, 'bad'],
    [
      'calibration',
      { device: { connected: '10', config: { [calibratedKey]: before(400 * day) } } },
      'warning',
    ],
  ]
  test.each(worse)('%s beyond its limit is no longer fine (%#)', (name, given, expected) => {
    expect(verdict(name, given)).toBe(expected)
    expect(findHealth(facts(given), now)[0]?.name).toBe(name)
  })

  test('names the channel that is dimmest', () => {
    expect(find('optics', { info: info({ optics: { FAM: 99, VIC: 70 } }) })).toMatchObject({
      part: 'VIC',
      value: 70,
    })
  })

  test('nothing that was not heard is called fine', () => {
    const unheard = findHealth(
      facts({ info: null, heardAt: null, device: { connected: '0', config: {} } }),
      now,
    )
    expect(unheard.map((check) => check.verdict)).not.toContain('ok')
    const { measured: _none, ...older } = info()
    const measuredAlone = [
      'clock',
      'wifi',
      'optics',
      'heating',
      'lid',
      'fan',
      'uploads',
      'self_test',
    ] as const
    for (const name of measuredAlone)
      expect(find(name, { info: older })).toMatchObject({ verdict: 'unknown', why: 'never' })
  })

  test('an old report is unknown with its figure and time, and what was bad stays bad', () => {
    const heardAt = before(oldReportMs + 1000)
    const old = { heardAt, info: info({ clock: heardAt, fan: 0 }) }
    expect(find('memory', old)).toEqual({
      name: 'memory',
      verdict: 'unknown',
      value: 40,
      why: 'old',
      at: heardAt,
    })
    expect(find('fan', old)).toMatchObject({ verdict: 'bad', why: 'old' })
    expect(
      findHealth(facts(old), now)
        .filter((check) => check.verdict === 'ok')
        .map(({ name }) => name),
    ).toEqual(['line', 'self_test', 'calibration'])
  })

  test('a self-test of weeks ago, and one of the future, say nothing of today', () => {
    expect(
      verdict('self_test', {
        info: info({ self_test: { outcome: 'passed', ran_at: before(20 * day) } }),
      }),
    ).toBe('unknown')
    const ahead = find('self_test', {
      info: info({ self_test: { outcome: 'passed', ran_at: before(-90 * day) } }),
    })
    expect(ahead).toMatchObject({ at: before(minute) })
  })

  test('a calibration is overdue by the rule that warns before a launch, and is no signed one by a report alone', () => {
    const at = (config: Device['config']) =>
      find('calibration', { device: { connected: '10', config } })
    const reported = { [calibratedKey]: before(day) }
    expect(at(reported)).toMatchObject({ verdict: 'ok', value: 1, why: 'unsigned' })
    expect(at({ [calibratedKey]: before(400 * day) })).toMatchObject({ verdict: 'warning' })
    const signed = {
      ...reported,
      'calibration.thermal.uuid': 'one',
      'calibration.thermal.until': before(-100 * day),
    }
    expect(at(signed)).toMatchObject({ verdict: 'ok', why: null })
    const regions = { 'calibration.roi.uuid': 'two', 'calibration.roi.until': before(day) }
    expect(at({ ...signed, ...regions })).toMatchObject({ verdict: 'warning', why: 'expired' })
    expect(isCalibrationDue({ config: { ...signed, ...regions } }, now)).toBe(true)
  })

  test('tells the signs of life apart: live, calls alone, the local network alone, none', () => {
    const gone = { connected: '0', disconnected_at: before(10 * minute), config: {} }
    expect(find('line')).toMatchObject({ verdict: 'ok', why: 'live' })
    expect(find('line', { device: gone })).toMatchObject({
      verdict: 'warning',
      why: 'calls_only',
    })
    const silent = { device: gone, heardAt: before(20 * minute) }
    expect(find('line', silent)).toMatchObject({
      verdict: 'bad',
      why: 'silent',
      at: before(10 * minute),
    })
    expect(find('line', { ...silent, lanAt: before(3000) })).toMatchObject({
      verdict: 'warning',
      why: 'lan_only',
    })
    expect(find('line', { ...silent, lanAt: before(minute) })).toMatchObject({ why: 'silent' })
    // Take a last report from before it left for no sign of life after that.
    expect(find('line', { device: { ...gone, disconnected_at: before(1000) } })).toMatchObject({
      why: 'silent',
    })
    // Know nothing without the service, which alone knows whether it is connected.
    expect(find('line', { offline: true })).toMatchObject({ verdict: 'unknown' })
  })

  test('each limit divides its verdicts: at the limit is still fine', () => {
    for (const name of healthCheckNames) {
      const { limits } = checkFacts(name)
      if (!limits) continue
      const step = limits.side === 'high' ? 0.1 : -0.1
      expect(judgeNumber(name, limits.warning)).toBe('ok')
      expect(judgeNumber(name, limits.warning + step)).toBe('warning')
      if (limits.bad !== null) expect(judgeNumber(name, limits.bad + step)).toBe('bad')
    }
    expect(healthVerdicts[0]).toBe('bad')
  })
})

test('a stretch of time in a message is read as it was written, and nothing else is', () => {
  const [from, to] = [before(day), before(minute)]
  expect(readGap(`Started; was off ${writeGap(from, to)}`)).toEqual({
    from: now - day,
    to: now - minute,
  })
  expect(readGap('from here to there')).toBeNull()
  expect(readGap(writeGap(to, from))).toBeNull()
})

test('a message repeats no word of its code', () => {
  const rest = (code: string, text: string) => restOfMessage({ code, text })
  expect(rest('started', 'Started')).toBe('')
  expect(rest('started', '')).toBe('')
  expect(rest('started', 'Started; was off from here to there')).toBe('was off from here to there')
  expect(rest('self_test', 'Self test: passed')).toBe('passed')
  expect(rest('started', 'Startedly told')).toBe('Startedly told')
  expect(rest('line_gap', 'from here to there')).toBe('from here to there')
})
