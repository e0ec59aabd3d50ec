import * as v from 'valibot'
import type { Device } from '../entities/device.ts'
import type { DeviceInfo } from '../entities/device-report.ts'
import {
  acceptedOf,
  calibrationAge,
  isCalibrationDue,
  longestCalibrationDays,
} from './calibration-age.ts'
import { driftOf } from './calibration-drift.ts'

/** Verdicts in the order in which they need somebody: what was not heard comes before what is fine, and is never called fine. */
export const healthVerdicts = ['bad', 'warning', 'unknown', 'ok'] as const
export type HealthVerdict = (typeof healthVerdicts)[number]

type HealthUnit =
  | 'percent'
  | 'celsius'
  | 'seconds'
  | 'minutes'
  | 'days'
  | 'dbm'
  | 'rpm'
  | 'percent_of_new'
  | 'none'

interface CheckFacts {
  unit: HealthUnit
  /** Limits of a number; the verdict changes above them, or below them for `low`. Null where the check is no number. */
  limits: { warning: number; bad: number | null; side: 'high' | 'low' } | null
  /** Origin of the limits: our choice, a rule elsewhere in the product, or a publication. */
  source: 'ours' | 'pass_time' | 'calibration' | 'wifi_design'
}

const high = (warning: number, bad: number | null) => ({ warning, bad, side: 'high' }) as const
const low = (warning: number, bad: number) => ({ warning, bad, side: 'low' }) as const

/**
 * Checks of a device and their limits.
 *
 * - `clock`: from 5 minutes on passes and commands are refused as too early or too late (domain/lan/lan-pass.ts).
 * - `calibration`: the age at which a launch is warned (`longestCalibrationDays`).
 * - `wifi`: −67 dBm is the edge of a cell in Cisco's design guide for wireless networks; below −80 dBm links break off.
 * - All others are our choice, because the specification gives no figure.
 */
const healthChecks = {
  line: { unit: 'none', limits: null, source: 'ours' },
  self_test: { unit: 'none', limits: null, source: 'ours' },
  system_disk: { unit: 'percent', limits: high(85, 95), source: 'ours' },
  data_disk: { unit: 'percent', limits: high(85, 95), source: 'ours' },
  memory: { unit: 'percent', limits: high(90, 97), source: 'ours' },
  cpu: { unit: 'percent', limits: high(95, null), source: 'ours' },
  temperature: { unit: 'celsius', limits: high(45, 55), source: 'ours' },
  clock: { unit: 'seconds', limits: high(60, 300), source: 'pass_time' },
  wifi: { unit: 'dbm', limits: low(-67, -80), source: 'wifi_design' },
  optics: { unit: 'percent_of_new', limits: low(80, 60), source: 'ours' },
  heating: { unit: 'percent_of_new', limits: low(90, 75), source: 'ours' },
  lid: { unit: 'percent_of_new', limits: high(120, 150), source: 'ours' },
  fan: { unit: 'rpm', limits: low(1500, 600), source: 'ours' },
  uploads: { unit: 'minutes', limits: high(10, 24 * 60), source: 'ours' },
  calibration: { unit: 'days', limits: high(longestCalibrationDays, null), source: 'calibration' },
} as const satisfies Record<string, CheckFacts>

export type HealthCheckName = keyof typeof healthChecks
export const healthCheckNames = Object.keys(healthChecks) as HealthCheckName[]

/** Return the facts of a check, with optional parts as such. */
export function checkFacts(name: HealthCheckName): CheckFacts {
  return healthChecks[name]
}

/**
 * Reasons of a verdict that no number shows, and what to know of a number. `never`: nothing was heard of it, as the device does not measure it or has not reported
 * yet; `old`: the last report is older than three intervals; `test_old`: the self-test says nothing of today; `cable`: no Wi-Fi;
 * `drifting`: ordinary runs say that a limit is reached within weeks;
 * `unsigned`: the day of a calibration is reported and no record of it is signed; `expired`: a signed one is no longer valid.
 */
const healthReasons = [
  'never',
  'old',
  'live',
  'calls_only',
  'lan_only',
  'silent',
  'passed',
  'failed',
  'test_old',
  'cable',
  'unsigned',
  'expired',
  'broken',
  'drifting',
] as const
type HealthReason = (typeof healthReasons)[number]

export const HealthCheck = v.strictObject({
  name: v.picklist(healthCheckNames),
  verdict: v.picklist(healthVerdicts),
  /** Last figure in the unit of the check; null for none. */
  value: v.nullable(v.number()),
  why: v.nullable(v.picklist(healthReasons)),
  /** Time of the figure or sign of life; null where there is none. */
  at: v.nullable(v.string()),
  /** Part with the worst figure: a channel of the optics. */
  part: v.optional(v.string()),
})
export type HealthCheck = v.InferOutput<typeof HealthCheck>

/** Known facts of a device. Times in ISO 8601, as the service received them. */
export interface HealthFacts {
  device: Pick<Device, 'connected' | 'disconnected_at' | 'config'>
  info: DeviceInfo | null
  /** Time at which the service received `info`. */
  heardAt: string | null
  /** The reader is without the service: what its records say of the line is of the past. */
  offline?: boolean
  /** Last sign of life on the live bus that this reader received itself. */
  busAt?: string | null
  /** Last answer in the local network that this reader received itself. */
  lanAt?: string | null
}

const minuteMs = 60_000
/** Age from which a report says nothing of now (ms): three times the interval of a device's reports. */
export const oldReportMs = 15 * minuteMs
/** Age from which an answer in the local network is no sign of life any more (ms): six polls (spec §9). */
const oldAnswerMs = 30_000
/** Age from which a self-test says nothing of today (ms); a device that is on tests itself every day. */
const oldTestMs = 8 * 24 * 60 * minuteMs

/**
 * Judge a device by all checks, what needs somebody first. Never return `ok` for what was not heard: a figure without a report is
 * `unknown`, one of an old report is `unknown` with the old figure and its time, unless it was beyond a limit already.
 * @param at time of the reader (ms since 1970).
 */
export function findHealth(facts: HealthFacts, at: number): HealthCheck[] {
  const found = healthCheckNames.map((name) => judge(name, facts, at))
  return found.toSorted(
    (one, other) =>
      healthVerdicts.indexOf(one.verdict) - healthVerdicts.indexOf(other.verdict) ||
      healthCheckNames.indexOf(one.name) - healthCheckNames.indexOf(other.name),
  )
}

function judge(name: HealthCheckName, facts: HealthFacts, at: number): HealthCheck {
  if (name === 'line') return judgeLine(facts, at)
  if (name === 'self_test') return judgeSelfTest(facts, at)
  if (name === 'calibration') return judgeCalibration(facts, at)
  const { info, heardAt } = facts
  const figure = info && heardAt ? figures[name](info, heardAt) : null
  if (!figure || heardAt === null) {
    return { name, verdict: 'unknown', value: null, why: 'never', at: null }
  }
  const part = figure.part === undefined ? {} : { part: figure.part }
  if (figure.value === null) {
    const isOld = at - Date.parse(heardAt) > oldReportMs
    const verdict = isOld ? 'unknown' : 'ok'
    return { name, verdict, value: null, why: figure.why ?? null, at: heardAt }
  }
  const { value } = figure
  const verdict = judgeNumber(name, value)
  const isOld = at - Date.parse(heardAt) > oldReportMs
  // Distrust only good news of old reports: a full disk does not empty itself because the device is silent.
  if (isOld && verdict === 'ok') {
    return { name, verdict: 'unknown', value, why: 'old', at: heardAt, ...part }
  }
  return { name, verdict, value, why: isOld ? 'old' : null, at: heardAt, ...part }
}

/** Compare a figure with the limits of its check. */
export function judgeNumber(name: HealthCheckName, value: number): HealthVerdict {
  const { limits } = checkFacts(name)
  if (!limits) return 'ok'
  const beyond = (limit: number | null) =>
    limit !== null && (limits.side === 'high' ? value > limit : value < limit)
  if (beyond(limits.bad)) return 'bad'
  return beyond(limits.warning) ? 'warning' : 'ok'
}

interface Figure {
  value: number | null
  why?: HealthReason
  part?: string
}

type Measure = (info: DeviceInfo, heardAt: string) => Figure | null
type ReportedCheck = Exclude<HealthCheckName, 'line' | 'self_test' | 'calibration'>

const figures: Readonly<Record<ReportedCheck, Measure>> = {
  system_disk: ({ health }) => ({ value: health.system_disk }),
  data_disk: ({ health }) => ({ value: health.data_disk }),
  memory: ({ health }) => ({ value: health.memory }),
  cpu: ({ health }) => ({ value: health.cpu }),
  temperature: ({ temperature }) => ({ value: temperature }),
  clock: ({ measured }, heardAt) =>
    measured?.clock === undefined
      ? null
      : { value: Math.round(Math.abs(Date.parse(measured.clock) - Date.parse(heardAt)) / 1000) },
  wifi: ({ measured }) => {
    if (measured?.wifi === undefined) return null
    return measured.wifi === null ? { value: null, why: 'cable' } : { value: measured.wifi }
  },
  optics: ({ measured }) => {
    const channels = Object.entries(measured?.optics ?? {})
    const dimmest = channels.toSorted(([, one], [, other]) => one - other)[0]
    return dimmest ? { value: dimmest[1], part: dimmest[0] } : null
  },
  heating: ({ measured }) => shareOfNew(measured?.heating),
  lid: ({ measured }) => shareOfNew(measured?.lid),
  fan: ({ measured }) => (measured?.fan === undefined ? null : { value: measured.fan }),
  uploads: ({ measured }, heardAt) => {
    if (!measured?.uploads) return null
    const { oldest } = measured.uploads
    // Take the age by the device's own two times, since its clock may be wrong.
    const sent = Date.parse(measured.clock ?? heardAt)
    const waits = oldest === null ? 0 : Math.max(0, sent - Date.parse(oldest))
    return { value: Math.round(waits / minuteMs) }
  },
}

function shareOfNew(figure: { now: number; first: number } | undefined): Figure | null {
  if (!figure || figure.first <= 0) return null
  return { value: Math.round((1000 * figure.now) / figure.first) / 10 }
}

/**
 * Judge by two signs of life: the live bus, and calls of the device or its answers in the local network. One without the other is
 * another fault than none, with another remedy.
 */
function judgeLine(facts: HealthFacts, at: number): HealthCheck {
  const { device, heardAt, offline = false, busAt = null, lanAt = null } = facts
  const isFresh = (moment: string | null, ms: number) =>
    moment !== null && at - Date.parse(moment) <= ms
  const line = (verdict: HealthVerdict, why: HealthReason, moment: string | null): HealthCheck => ({
    name: 'line',
    verdict,
    value: null,
    why,
    at: moment,
  })
  // Leave out bit 0, which is the local network; every other one is the live bus.
  const onBus = Number.parseInt(device.connected, 2) > 1
  if (onBus && !offline) return line('ok', 'live', latest(busAt, heardAt))
  const called = isFresh(heardAt, oldReportMs) && isAfter(heardAt, device.disconnected_at)
  if (called && !offline) {
    return line('warning', 'calls_only', heardAt)
  }
  if (isFresh(lanAt, oldAnswerMs)) return line('warning', 'lan_only', lanAt)
  const last = latest(latest(heardAt, busAt), latest(lanAt, device.disconnected_at ?? null))
  if (last === null) return line('unknown', 'never', null)
  return offline ? line('unknown', 'old', last) : line('bad', 'silent', last)
}

function isAfter(moment: string | null, other: string | undefined): boolean {
  return moment !== null && (other === undefined || Date.parse(moment) > Date.parse(other))
}

/** Return the later of two times. */
function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) >= Date.parse(other) ? one : other
}

function judgeSelfTest({ info, heardAt }: HealthFacts, at: number): HealthCheck {
  const name = 'self_test'
  const selfTest = info?.measured?.self_test
  if (!selfTest || heardAt === null)
    return { name, verdict: 'unknown', value: null, why: 'never', at: null }
  const { outcome } = selfTest
  // Limit the time to that of the report: a clock that is ahead makes no test younger.
  const ran_at = Date.parse(selfTest.ran_at) < Date.parse(heardAt) ? selfTest.ran_at : heardAt
  if (outcome === 'failed') {
    return { name, verdict: 'bad', value: null, why: 'failed', at: ran_at }
  }
  const isOld = at - Date.parse(ran_at) > oldTestMs
  return {
    name,
    verdict: isOld ? 'unknown' : 'ok',
    value: null,
    why: isOld ? 'test_old' : 'passed',
    at: ran_at,
  }
}

/** Judge by the rule that warns before a launch, so that no device is in order here and overdue there. */
function judgeCalibration({ device }: HealthFacts, at: number): HealthCheck {
  const name = 'calibration'
  const days = calibrationAge(device, at)
  if (days === null) return { name, verdict: 'unknown', value: null, why: 'never', at: null }
  const drift = driftOf(device)
  const isDue = isCalibrationDue(device, at)
  const verdict = isDue || drift ? 'warning' : 'ok'
  const accepted = acceptedOf(device)
  // Leave out colours, for which a recipe chooses its own calibration.
  const counted = Object.values({ ...accepted, dye: null }).filter((one) => one !== null)
  const isExpired = counted.some(({ until }) => Date.parse(until) < at)
  const isBroken = counted.some(({ brokenBy }) => brokenBy !== null)
  if (drift && !isDue) return { name, verdict, value: days, why: 'drifting', at: null }
  const why = isExpired ? 'expired' : isBroken ? 'broken' : accepted.thermal ? null : 'unsigned'
  return { name, verdict, value: days, why, at: null }
}
