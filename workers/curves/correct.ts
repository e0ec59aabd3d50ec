import type { BaselineRule } from '../../domain/entities/evaluation-recipe.ts'
import { fitLine, subtractLine, type Line, type Window } from './baseline.ts'
import { fitAsymptote } from './baseline-asymptote.ts'
import { chooseWindow } from './baseline-window.ts'
import { analyseLinreg } from '../linreg/linreg.ts'
import { bridgeGaps } from './bridge-gaps.ts'
import { bridgeSpikes } from './lone-spikes.ts'
import { divideByReference } from './passive-reference.ts'
import { findClearRise, leastShare, windowBefore, type PlainRise } from './plain-rise.ts'
import { curveOf, type Readings } from './readings.ts'

/** One channel of a run after normalisation and baseline correction, `[well * points + point]`. */
export interface CorrectedChannel {
  wells: number
  points: number
  /** Rn: reporter over passive reference, or the reporter where there is none; without lone spikes. */
  rn: Float64Array
  /** dRn: Rn minus its baseline line. */
  corrected: Float64Array
  /** Per well: first and last baseline cycle, line and noise; NaN where there is no line. */
  starts: Float64Array
  ends: Float64Array
  slopes: Float64Array
  intercepts: Float64Array
  noises: Float64Array
  /** Per well: 1 where no window was found and yet the curve rises; the floor of the rise is its baseline. */
  floors: Float64Array
  /** Per well: single readings that stuck out and were bridged before anything else. */
  spikes: Float64Array
  /** Rn with its spikes, by well, of those that have some. */
  unbridged: Map<number, Float64Array>
  /** Rise of each well of an isothermal run; null for none. Absent for a PCR. */
  rises?: (PlainRise | null)[]
}

/**
 * Normalise and correct every well of a channel. `passive` is the position of the passive
 * reference, null for none; a position of -1 (a channel the readings do not have) leaves gaps, for a
 * curve cannot be divided by what was not read. A given `result` of the same shape is filled again.
 */
export function correctChannel(
  readings: Readings,
  channel: number,
  passive: number | null,
  rule: BaselineRule,
  result: CorrectedChannel = createCorrected(readings.wells, readings.points),
): CorrectedChannel {
  const { wells, points } = readings
  if (channel < 0 || passive === -1) return fillWithGaps(result)
  const scratch = new Float64Array(2 * points)
  const risen = new Map<number, PlainRise>()
  const heights: number[] = []
  for (let well = 0; well < wells; well++) {
    const reporter = curveOf(readings, channel, well)
    const reference = passive === null ? null : curveOf(readings, passive, well)
    const rn = wellOf(result.rn, well, points)
    divideByReference(reporter, reference, rn)
    const read = rn.slice()
    const spikes = bridgeSpikes(rn, scratch)
    result.spikes[well] = spikes
    if (spikes > 0) result.unbridged.set(well, read)
    else result.unbridged.delete(well)
    const window = rule.method === 'window' ? rule : chooseWindow(rn, scratch)
    subtract(result, well, rule, window, findLine(rn, window, rule))
    const rise = 'whole' in window ? findRise(rn, scratch) : null
    if (rise) risen.set(well, rise)
    else if (!('whole' in window)) heights.push(findTop(wellOf(result.corrected, well, points)))
  }
  const typical = heights.sort((a, b) => a - b)[Math.ceil(0.9 * heights.length) - 1] ?? 0
  for (const [well, rise] of risen) {
    if (rise.height < leastShare * typical) continue
    const rn = wellOf(result.rn, well, points)
    const window = windowBefore(rise)
    const line = rule.method === 'automatic' ? fitAsymptote(rn, window) : findLine(rn, window, rule)
    subtract(result, well, rule, window, line)
    result.floors[well] = 1
  }
  return result
}

/** Take a line off a well's curve and write down which, and of which cycles. */
function subtract(
  result: CorrectedChannel,
  well: number,
  { method }: BaselineRule,
  { start, end }: Window,
  line: Line,
): void {
  const { rn, corrected, points } = result
  subtractLine(wellOf(rn, well, points), line, wellOf(corrected, well, points))
  result.starts[well] = method === 'none' ? Number.NaN : start
  result.ends[well] = method === 'none' ? Number.NaN : end
  result.slopes[well] = line.slope
  result.intercepts[well] = line.intercept
  result.noises[well] = line.noise
  result.floors[well] = 0
}

function findTop(curve: Float64Array): number {
  let top = 0
  for (let i = 0; i < curve.length; i++) if (curve[i]! > top) top = curve[i]!
  return top
}

/**
 * Rise of a curve that does not grow like a PCR but still rises: an inhibited sample, noisy light,
 * a slow bend. A line through all of it would take the growth away, so its baseline is the floor of the
 * rise. Null where nothing rises clearly. `scratch` is overwritten.
 */
function findRise(rn: Float64Array, scratch: Float64Array): PlainRise | null {
  const spare = scratch.subarray(rn.length)
  return findClearRise(bridgeGaps(rn, scratch.subarray(0, rn.length)), spare)
}

/** Return the line to subtract. Its noise is that of the curve in its window, for every method. */
function findLine(rn: Float64Array, window: Window, rule: BaselineRule): Line {
  if (rule.method === 'sigmoid') return fitAsymptote(rn, window)
  if (rule.method === 'linreg') return fitLogBaseline(rn, window)
  const line = fitLine(rn, window)
  return rule.method === 'none' ? { intercept: 0, slope: 0, noise: line.noise } : line
}

/** Fit LinRegPCR's constant baseline, or the mean of the window where the curve has none. */
function fitLogBaseline(rn: Float64Array, window: Window): Line {
  const { amplified, baseline } = analyseLinreg(rn, 1, rn.length)
  const { noise } = fitLine(rn, window)
  const { intercept } = fitLine(rn, { start: window.start, end: window.end, level: true })
  return { intercept: amplified[0] === 1 ? baseline[0]! : intercept, slope: 0, noise }
}

/** Return the part of one well in an array `[well * points + point]`. */
export function wellOf(values: Float64Array, well: number, points: number): Float64Array {
  return values.subarray(well * points, (well + 1) * points)
}

/** Create a corrected channel with room for its curves, or in the given room. */
export function createCorrected(
  wells: number,
  points: number,
  rn: Float64Array = new Float64Array(wells * points),
  corrected: Float64Array = new Float64Array(wells * points),
): CorrectedChannel {
  const perWell = () => new Float64Array(wells)
  return {
    wells,
    points,
    rn,
    corrected,
    starts: perWell(),
    ends: perWell(),
    slopes: perWell(),
    intercepts: perWell(),
    noises: perWell(),
    floors: perWell(),
    spikes: perWell(),
    unbridged: new Map(),
  }
}

/** Copy a corrected channel over another of its shape. */
export function copyCorrected(from: CorrectedChannel, to: CorrectedChannel): void {
  for (const name of curveParts) to[name].set(from[name])
  to.unbridged = from.unbridged
  if (from.rises) to.rises = from.rises
}

const curveParts = [
  'rn',
  'corrected',
  'starts',
  'ends',
  'slopes',
  'intercepts',
  'noises',
  'floors',
] as const

/** Make a well of a corrected channel a gap, as if it had not been measured. */
export function clearWell(channel: CorrectedChannel, well: number): void {
  wellOf(channel.rn, well, channel.points).fill(Number.NaN)
  wellOf(channel.corrected, well, channel.points).fill(Number.NaN)
  const { starts, ends, slopes, intercepts, noises } = channel
  for (const values of [starts, ends, slopes, intercepts, noises]) values[well] = Number.NaN
  channel.unbridged.delete(well)
  if (channel.rises) channel.rises[well] = null
}

/** Make all wells of a corrected channel gaps: what a channel that was not read has. */
export function fillWithGaps(result: CorrectedChannel): CorrectedChannel {
  for (const name of curveParts) result[name].fill(Number.NaN)
  return result
}
