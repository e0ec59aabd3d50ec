import { curveOf, type Readings } from '../curves/readings.ts'
import {
  checkLength,
  checkSize,
  type FileCurve,
  makeReadings,
  takeCurve,
} from './collect-curves.ts'
import type { FileLimits } from './limits.ts'
import type { NoticeList } from './notices.ts'
import { refuseFile } from './refuse-file.ts'

/**
 * Put the amplification curves of a file together: point `i` is cycle `i + 1`, NaN where it was not
 * measured. Cycles that are counted from 0, that are no whole number, that come twice or not in order are sorted out
 * with a notice. Null when there is no curve. Throws `points_too_many` and `curves_too_large`.
 */
export function assembleAmplification(
  curves: readonly FileCurve[],
  wells: number,
  limits: FileLimits,
  notices: NoticeList,
): Readings | null {
  const found = countFromOne(curves, limits, notices)
    .map((curve) => sortCycles(curve, limits, notices))
    .filter((one) => one.at.length > 0 && isMeasured(one, notices))
  const clean = withoutUnmeasured(found, limits, notices)
  if (clean.length === 0) return null
  checkSize(clean, limits)
  const points = clean.reduce((most, curve) => Math.max(most, curve.at.at(-1) ?? 0), 0)
  for (const { at, place } of clean) checkLength(at.at(-1) ?? 0, place, limits)
  const readings = makeReadings(clean, wells, points, limits)
  for (const curve of clean) {
    const target = curveOf(readings, readings.channels.indexOf(curve.channel), curve.well)
    curve.at.forEach((cycle, i) => (target[cycle - 1] = curve.values[i] ?? Number.NaN))
  }
  noticeLengths(clean, notices)
  return addTemperatures(readings, clean)
}

/** Fewer may be all cycles of a run that was stopped before any light could be seen. */
const fewestZeros = 10

/**
 * Return false for a curve of zeros, as a spreadsheet has them for an empty well: light that was measured has noise, and a
 * curve without any would be called not detected. It is named in a notice.
 */
function isMeasured({ values, place }: FileCurve, notices: NoticeList): boolean {
  if (values.length < fewestZeros || values.some((value) => value !== 0)) return true
  notices.add('curve_zero', place)
  return false
}

/**
 * Leave out the last cycles where every curve is exactly 0 there and above it before: software writes so what a run that
 * was stopped has not measured, and a curve that falls to 0 has no Cq. Subtracted curves are at or below 0 before.
 */
function withoutUnmeasured(
  curves: readonly FileCurve[],
  limits: FileLimits,
  notices: NoticeList,
): readonly FileCurve[] {
  const ends = curves.map(({ values }) => values.findLastIndex((value) => value !== 0))
  const isStopped = curves.every(({ values }, i) => {
    const end = ends[i] ?? -1
    return end < values.length - 1 && values.every((value, at) => at > end || value > 0)
  })
  if (!isStopped || curves.length === 0) return curves
  const [first] = curves
  const from = (first?.at[ends[0] ?? -1] ?? 0) + 1
  notices.add('cycles_zero', {}, { from, last: first?.at.at(-1) ?? from })
  return curves.map((curve, i) => {
    const keep = <T>(list: readonly T[]) => list.slice(0, (ends[i] ?? -1) + 1)
    const { temperatures } = curve
    const kept = {
      ...curve,
      at: keep(curve.at),
      values: keep(curve.values),
      ...(temperatures && { temperatures: keep(temperatures) }),
    }
    return counted(kept, limits)
  })
}

/** Programmes have so many cycles or a multiple of it. */
const roundCycles = 5

/**
 * Return curves whose cycles begin with 1 where a file has a cycle 0. If the numbers end at 39 or 44, they count the 40 or
 * 45 cycles from 0; if they end at 40 or 45, the 0 is a reading before the first cycle, which is left out. Throws
 * `cycles_begin_at_zero` where it may be either: a Cq would be one cycle off.
 */
function countFromOne(
  curves: readonly FileCurve[],
  limits: FileLimits,
  notices: NoticeList,
): readonly FileCurve[] {
  const measured = curves.filter(({ values }) => values.some(Number.isFinite))
  const begin = measured.filter(({ at, values }) => Number.isFinite(values[at.indexOf(0)]))
  const [first] = begin
  if (!first) return curves
  // Expect a reading at 0 beside curves that begin with 1 to come before the first cycle.
  const isCounted = begin.length === measured.length
  const last = measured.reduce((most, { at }) => at.reduce(larger, most), 0)
  if (isCounted && (last + 1) % roundCycles === 0) {
    notices.add('cycles_from_zero', {}, { last, cycles: last + 1 })
    const shift = shared((at) => at.map((cycle) => cycle + 1))
    return curves.map((curve) => counted({ ...curve, at: shift(curve.at) }, limits))
  }
  if (isCounted && last % roundCycles !== 0)
    throw refuseFile('cycles_begin_at_zero', first.place, { last })
  notices.add('cycle_zero', {}, { last })
  const withoutZero = shared((at) => at.filter((cycle) => cycle !== 0))
  return curves.map((curve) => {
    if (!curve.at.includes(0)) return curve
    const keep = (list: readonly number[]) => list.filter((_, i) => curve.at[i] !== 0)
    const { temperatures } = curve
    const kept = {
      ...curve,
      at: withoutZero(curve.at),
      values: keep(curve.values),
      ...(temperatures && { temperatures: keep(temperatures) }),
    }
    return counted(kept, limits)
  })
}

/** Return a function that changes a list of cycles once, however many curves have it. */
function shared(change: (at: readonly number[]) => readonly number[]) {
  const changed = new Map<readonly number[], readonly number[]>()
  return (at: readonly number[]): readonly number[] => {
    const known = changed.get(at) ?? change(at)
    changed.set(at, known)
    return known
  }
}

function counted(curve: FileCurve, { memory }: FileLimits): FileCurve {
  takeCurve(curve, memory)
  return curve
}

const larger = (a: number, b: number) => Math.max(a, b)

/** Return a curve with whole cycles from 1 in rising order, each once and with a value. */
function sortCycles(curve: FileCurve, limits: FileLimits, notices: NoticeList): FileCurve {
  if (isSorted(curve)) return curve
  const kept = new Map<number, number>()
  let last = 0
  let rising = true
  curve.at.forEach((cycle, i) => {
    if (!Number.isInteger(cycle) || cycle < 1) {
      notices.add('cycles_fractional', curve.place, { cycle: String(cycle) })
    } else if (kept.has(cycle)) {
      const same = Object.is(curve.values[kept.get(cycle) ?? -1], curve.values[i])
      notices.add(same ? 'cycle_repeated' : 'cycle_twice', curve.place, { cycle })
    } else {
      if (cycle < last) rising = false
      last = cycle
      if (Number.isFinite(curve.values[i])) kept.set(cycle, i)
    }
  })
  if (!rising) notices.add('cycles_not_rising', curve.place)
  const cycles = [...kept.keys()].sort((a, b) => a - b)
  const pick = (numbers: readonly number[]) =>
    cycles.map((cycle) => numbers[kept.get(cycle) ?? -1] ?? Number.NaN)
  const { temperatures } = curve
  const sorted = {
    ...curve,
    at: cycles,
    values: pick(curve.values),
    ...(temperatures && { temperatures: pick(temperatures) }),
  }
  return counted(sorted, limits)
}

/** Return true for the cycles that nearly all files have, of which no copy has to be made. */
function isSorted({ at, values }: FileCurve): boolean {
  return at.every((cycle, i) => {
    const isNext = Number.isInteger(cycle) && cycle > (i === 0 ? 0 : (at[i - 1] ?? Infinity))
    return isNext && Number.isFinite(values[i])
  })
}

/** Say once where curves end at different cycles, and for each curve where cycles are missing inside. */
function noticeLengths(curves: readonly FileCurve[], notices: NoticeList): void {
  const ends = curves.map((curve) => curve.at.at(-1) ?? 0)
  const [least, most] = [Math.min(...ends.slice(0, 50_000)), Math.max(...ends.slice(0, 50_000))]
  if (least !== most) notices.add('cycles_differ', {}, { least, most })
  for (const { at, place } of curves) {
    const missing = (at.at(-1) ?? 0) - (at[0] ?? 0) + 1 - at.length
    if (missing > 0) notices.add('cycles_missing', place, { missing })
  }
}

/**
 * Add the temperatures at which the cycles were measured: those of a well's first curve, as channels
 * differ by hundredths; one for all wells where they agree.
 */
function addTemperatures(readings: Readings, curves: readonly FileCurve[]): Readings {
  const { wells, points } = readings
  const own = new Map<number, Float64Array>()
  for (const { well, at, temperatures } of curves) {
    if (own.has(well) || !temperatures?.some(Number.isFinite)) continue
    const known = new Float64Array(points).fill(Number.NaN)
    at.forEach((cycle, i) => (known[cycle - 1] = temperatures[i] ?? Number.NaN))
    own.set(well, known)
  }
  if (own.size === 0) return readings
  const shared = new Float64Array(points).fill(Number.NaN)
  let agree = true
  for (const known of own.values()) {
    known.forEach((temperature, i) => {
      if (Number.isNaN(shared[i])) shared[i] = temperature
      else if (!Number.isNaN(temperature) && temperature !== shared[i]) agree = false
    })
  }
  if (agree) return { ...readings, temperatures: shared }
  const temperatures = new Float64Array(wells * points).fill(Number.NaN)
  for (const [well, known] of own) temperatures.set(known, well * points)
  return { ...readings, temperatures }
}
