import {
  driftHorizonDays,
  driftLimits,
  type DriftName,
  type DriftReport,
  type DriftSeries,
  isDriftOfLight,
  leastDriftRuns,
} from '../../domain/rules/calibration-drift.ts'
import { normalQuantile } from '../numbers/distributions.ts'
import { findMedian } from '../numbers/median.ts'
import type { RunCondition } from './run-condition.ts'
import { type DatedValue, findSenSlope } from './sen-slope.ts'

const dayMs = 86_400_000
/** Days of a month in what is shown. */
const monthDays = 30
/** Further ahead than this no forecast of a device is worth its name. */
const furthestDays = 3 * 365
/** Share of devices without drift that are flagged by chance, all of their values together. */
const falseFlags = 0.01
/** Half width of an interval of 95 %, in standard deviations. */
const within95 = 1.96
/** Values that are listed: the flagged ones, and others that are nearest to their limits. */
const mostListed = 12

/** Moments (ms since 1970) of the calibrations in force; null where there is none: changes are then since the first run. */
export interface DriftBegin {
  light: number | null
  temperature: number | null
}

interface Followed {
  what: DriftName
  part: string
  well: number | null
  values: (DatedValue & { run_uuid: string; at: number })[]
}

/**
 * Follow light and temperature of a device over its ordinary runs, and say which value reaches its limit, and when. A value is flagged
 * where the interval of its slope leaves out zero, at a level that all values of the device share (Bonferroni), and the limit is reached
 * within the horizon. Nothing is said from fewer runs of one method than `leastDriftRuns`.
 * @param names names of the wells, row by row.
 * @param now ms since 1970.
 */
export function forecastDrift(
  conditions: readonly RunCondition[],
  names: readonly string[],
  begin: DriftBegin,
  now: number,
): Omit<DriftReport, 'unread'> {
  const followed = collect(conditions).filter(
    ({ values }) => largestGroup(values) >= leastDriftRuns,
  )
  const z = normalQuantile(1 - falseFlags / 2 / Math.max(1, followed.length))
  const series = followed
    .map((one) => describe(one, { names, begin, now, z }))
    .filter((one) => one !== null)
    .toSorted((one, other) => urgency(other) - urgency(one))
  return {
    runs: conditions.length,
    followed: followed.length,
    // List values of the whole plate always: how the lamp is, is asked without a fault.
    series: series.filter(({ flagged, well }, at) => flagged || well === null || at < mostListed),
  }
}

function urgency({ flagged, per_month, limit, so_far }: DriftSeries): number {
  return (flagged ? 1000 : 0) + (Math.abs(per_month) + Math.abs(so_far)) / limit
}

/** Sort the values of all runs by what they are of. */
function collect(conditions: readonly RunCondition[]): Followed[] {
  const found = new Map<string, Followed>()
  const add = (
    { run_uuid, at, group }: RunCondition,
    of: Omit<Followed, 'values'>,
    value: number | null,
  ) => {
    if (value === null) return
    const key = `${of.what} ${of.part} ${of.well}`
    const one = found.get(key) ?? { ...of, values: [] }
    one.values.push({ run_uuid, at, day: at / dayMs, value, group })
    found.set(key, one)
  }
  for (const run of conditions) {
    for (const { channel: part, level, wells } of run.light) {
      add(run, { what: 'level', part, well: null }, level)
      wells.forEach((value, well) => add(run, { what: 'change', part, well }, value))
    }
    for (const { target: part, median, wells } of run.melts) {
      add(run, { what: 'tm_bias', part, well: null }, median)
      wells.forEach((tm, well) => add(run, { what: 'tm_well', part, well }, tm && tm - median))
    }
  }
  return [...found.values()].map((one) => (isDriftOfLight(one.what) ? asShares(one) : one))
}

/** Return light in parts of the median of its group, so that a change is a share. */
function asShares(followed: Followed): Followed {
  const groups = [...new Set(followed.values.map(({ group }) => group))]
  const middles = new Map(
    groups.map((group) => [
      group,
      findMedian(followed.values.filter((one) => one.group === group).map(({ value }) => value)),
    ]),
  )
  const values = followed.values.map((one) => ({
    ...one,
    value: one.value / (middles.get(one.group) ?? 1),
  }))
  return { ...followed, values }
}

function largestGroup(values: readonly DatedValue[]): number {
  const counts = new Map<string, number>()
  for (const { group } of values) counts.set(group, (counts.get(group) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

function describe(
  { what, part, well, values }: Followed,
  given: { names: readonly string[]; begin: DriftBegin; now: number; z: number },
): DriftSeries | null {
  const { names, begin, now, z } = given
  const trend = findSenSlope(values, within95)
  const strict = findSenSlope(values, z)
  if (!trend || !strict) return null
  const first = Math.min(...values.map(({ at }) => at))
  const since = (isDriftOfLight(what) ? begin.light : begin.temperature) ?? first
  const { slope, low, high } = trend
  const limit = driftLimits[what]
  const isReal = strict.low > 0 || strict.high < 0
  const reach = (rate: number) => momentOf(since, rate === 0 ? Infinity : limit / Math.abs(rate))
  const reaches = reach(slope)
  const [fast, slow] = slope > 0 ? [high, low] : [low, high]
  return {
    what,
    part,
    well: well === null ? null : (names[well] ?? null),
    limit,
    runs: values.length,
    so_far: round((slope * (now - since)) / dayMs),
    per_month: round(slope * monthDays),
    low: Number.isFinite(low) ? round(low * monthDays) : null,
    high: Number.isFinite(high) ? round(high * monthDays) : null,
    reaches_at: isReal ? reaches : null,
    // Take the later of both: the fast end may say that it was reached already, which the value itself does not.
    earliest: isReal && Number.isFinite(fast) ? later(reach(fast), reaches, now) : null,
    latest: isReal ? reach(slow) : null,
    flagged: isReal && reaches !== null && Date.parse(reaches) <= now + driftHorizonDays * dayMs,
    points: pointsOf(values, slope, since),
  }
}

/** Return the moment, or now where that is later: but not later than the expected one. */
function later(moment: string | null, expected: string | null, now: number): string | null {
  if (moment === null) return null
  const today = new Date(now).toISOString()
  return [moment < today ? today : moment, expected ?? moment].toSorted()[0] ?? moment
}

/** Return a moment so many days after the calibration; null for one too far ahead to be said. */
function momentOf(since: number, days: number): string | null {
  return days > furthestDays ? null : new Date(since + days * dayMs).toISOString()
}

/** Return the values as their changes since the calibration: each group is moved onto the common line. */
function pointsOf(values: Followed['values'], slope: number, since: number): DriftSeries['points'] {
  const onLine = (one: DatedValue) => slope * (one.day - since / dayMs)
  const groups = [...new Set(values.map(({ group }) => group))]
  const levels = new Map(
    groups.map((group) => [
      group,
      findMedian(values.filter((one) => one.group === group).map((one) => one.value - onLine(one))),
    ]),
  )
  return values
    .toSorted((one, other) => one.at - other.at)
    .map((one) => ({
      run_uuid: one.run_uuid,
      at: new Date(one.at).toISOString(),
      value: round(one.value - (levels.get(one.group) ?? 0)),
    }))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
