import { fitLine, type Line, type Window } from '../curves/baseline.ts'
import { bridgeGaps } from '../curves/bridge-gaps.ts'
import { measureFall, type Fall } from './fall.ts'
import { measureHook, type Hook } from './hook.ts'
import { measureSteps, type LoneSteps } from './lone-steps.ts'
import { measureOnset } from './onset.ts'
import { estimateNoise, leastNoise, measureRounding } from '../curves/noise.ts'
import { findRise, measureSlopes, measureStart, type Start } from './rise.ts'
import { selectSorted } from '../numbers/select.ts'
import { smooth } from '../curves/smooth.ts'

/**
 * Shape of a single curve, in figures that neither an offset nor a scale of the signal changes (only `height` has its
 * unit). They need no baseline of the evaluation: growth must not depend on where the baseline ended up.
 */
export interface Shape extends Start {
  /** Top of the smoothed curve over the line before its knee, in the curve's unit. */
  height: number
  /** Height in standard deviations of the points around that line. */
  rise: number
  /**
   * The lesser of height and of everything between the lowest and highest point (but for the first two
   * cycles) as a part of the greater: 1 where the growth is all that the signal did.
   */
  part: number
  /** Cycle (1-based, fractional) of half the height; cycles from 10 % to there and on to 90 %. */
  middle: number
  firstHalf: number
  secondHalf: number
  /** Slope over the last cycles as a part of the steepest: 0 on a plateau, 1 while it still climbs. */
  endSlope: number
  /** Cycles from 10 to 90 %, in those that the height takes at the steepest slope: 0.8 of a straight line, more of a bend. */
  curvature: number
  /** Index of the top. */
  top: number
  /** The fall after it. */
  hook: Hook
  /** Steps, which no growth makes. */
  steps: LoneSteps
  /** Height in steps of readings so coarse that most are equal; Infinity of all others. */
  levels: number
  /** The largest fall, also of a curve that does not rise. */
  fall: Fall
  /** Standard deviations by which the rise sets in more suddenly than a growth; 0 where it does not. */
  onset: number
}

/** Cycles in front of the knee that the line leaves out: the growth is already in them. */
const beforeKnee = 3
/** Fewest points of the line, also where the bend comes earlier. */
const fewestPoints = 4
/** Cycles from 10 to 50 % of the height from which a rise is slow for a PCR. */
export const slowStart = 4.4
/** Least fall from one cycle to the next, in standard deviations of the noise, that begins a dip. */
const deepFall = 10
/** First cycle of the line: the first two carry the warming-up. */
const firstCycle = 3
/** Fewest points whose slope is believed, for what it would come to forty cycles on. */
const fewestForSlope = 7

const nothing: Shape = {
  height: 0,
  rise: 0,
  part: 0,
  start: Number.NaN,
  contrast: 1,
  middle: Number.NaN,
  firstHalf: Number.NaN,
  secondHalf: Number.NaN,
  endSlope: Number.NaN,
  curvature: Number.NaN,
  top: Number.NaN,
  hook: { fall: 0, chance: 1 },
  steps: { up: 0, down: 0 },
  levels: Number.POSITIVE_INFINITY,
  fall: { size: 0, times: 0 },
  onset: 0,
}

/**
 * Shape of one curve (signal or Rn, a point per cycle, NaN for a gap). Below six measured cycles, and
 * for a curve that never changes, there is none: height and rise are 0. `scratch` is overwritten; it
 * has three times the length of the curve.
 */
export function measureShape(
  curve: Float64Array,
  scratch: Float64Array = new Float64Array(3 * curve.length),
): Shape {
  const points = bridgeGaps(curve, scratch.subarray(0, curve.length))
  const cycles = points.length
  if (cycles < 6) return nothing
  const spare = scratch.subarray(curve.length, curve.length + cycles)
  const pointNoise = estimateNoise(points, firstCycle - 1, cycles, spare)
  const smoothed = smooth(points, 2, spare)
  const knee = findKnee(smoothed, points, deepFall * pointNoise)
  const window = windowBefore(knee)
  const line = fitLine(points, window)
  const scatter = measureScatter(points, line, window, scratch.subarray(2 * curve.length))
  const over = scratch.subarray(2 * curve.length, 2 * curve.length + cycles)
  for (let i = 0; i < cycles; i++) over[i] = smoothed[i]! - line.intercept - line.slope * (i + 1)
  const top = findHighest(over, knee)
  const height = over[top]!
  const fall = measureFall(points, pointNoise, firstCycle)
  if (!(height > 0)) return { ...nothing, fall }
  const range = findRange(points)
  const half = findRise(over, 0, top, height / 2)
  const firstHalf = half - findRise(over, 0, top, height / 10)
  // Use the noise from point to point if the growth comes so early that the line includes some of it: then its
  // residuals are no noise. In a curve that swings from the start without growing, they are.
  const isEarly = knee + 1 - beforeKnee < fewestPoints && firstHalf < slowStart && pointNoise > 0
  // Measure the rounding where there is no noise from point to point: such readings are so coarse that most are equal.
  const rounding = pointNoise > 0 ? 0 : measureRounding(points)
  const secondHalf = findRise(over, 0, top, 0.9 * height) - half
  const { steepest, endSlope } = measureSlopes(points, knee, top, line.slope)
  const noise = isEarly ? pointNoise : Math.max(scatter, pointNoise, leastNoise(points), rounding)
  return {
    height,
    rise: height / noise,
    part: Math.min(height / range, range / height),
    ...measureStart(smoothed, firstCycle - 1, top),
    middle: half + 1,
    firstHalf,
    secondHalf,
    endSlope,
    curvature: ((firstHalf + secondHalf) * steepest) / height,
    top,
    hook: measureHook(points, top, height),
    steps: measureSteps(points, pointNoise, firstCycle),
    levels: rounding > 0 ? height / (rounding * Math.sqrt(12)) : Number.POSITIVE_INFINITY,
    fall,
    onset: measureOnset(points, { slope: line.slope, noise, height }, firstCycle - 1, top),
  }
}

/**
 * Find the index where the growth sets out: of the points up to the end of the largest climb the one furthest
 * below the straight line from the first cycle that counts to that end (the knee of a curve, Satopaa
 * et al., ICDCS workshops 2011:166). Unlike the largest second derivative it does not follow noise.
 * A dip, which falls by `fall` or more within a cycle, may be further below that line and has all of the growth before
 * it: then only the points up to half of the climb count.
 */
function findKnee(smoothed: Float64Array, points: Float64Array, fall: number): number {
  const from = firstCycle - 1
  let low = from
  let end = from
  let most = 0
  for (let i = from; i < smoothed.length; i++) {
    if (smoothed[i]! < smoothed[low]!) low = i
    if (smoothed[i]! - smoothed[low]! > most) {
      most = smoothed[i]! - smoothed[low]!
      end = i
    }
  }
  const knee = findFurthestBelow(smoothed, end, end)
  const half = findHalf(smoothed, most, knee)
  let top = half
  let deepest = 0
  for (let i = half + 1; i <= knee; i++) {
    if (smoothed[i]! > smoothed[top]!) top = i
    deepest = Math.max(deepest, points[i - 1]! - points[i]!)
  }
  const isDip = fall > 0 && deepest >= fall
  return Math.max(firstCycle, isDip ? findFurthestBelow(smoothed, top, half) : knee)
}

/** Find the first index before `to` at which a curve is half of its largest climb above its lowest point so far. */
function findHalf(smoothed: Float64Array, most: number, to: number): number {
  let low = smoothed[firstCycle - 1]!
  let i = firstCycle - 1
  while (i < to && smoothed[i]! - low < most / 2) low = Math.min(low, smoothed[i++]!)
  return i
}

/** Find the index before `to` that is furthest below the line from the first cycle that counts to `end`. */
function findFurthestBelow(smoothed: Float64Array, end: number, to: number): number {
  const from = firstCycle - 1
  const slope = (smoothed[end]! - smoothed[from]!) / Math.max(1, end - from)
  let knee = from
  let furthest = 0
  // Leave out the end: if no point is below the line, rounding would choose it.
  for (let i = from; i < to; i++) {
    const below = smoothed[from]! + slope * (i - from) - smoothed[i]!
    if (below > furthest) {
      furthest = below
      knee = i
    }
  }
  return knee
}

/** Return the cycles of the line: those well before a knee. */
function windowBefore(knee: number): Window {
  const end = Math.max(fewestPoints, knee + 1 - beforeKnee)
  const start = Math.min(firstCycle, end - fewestPoints + 1)
  return { start, end, level: end - start + 1 < fewestForSlope }
}

/**
 * Return the standard deviation around a line within its window by the median of the distances, so that a lone point or
 * the warming-up of the first cycles does not count as noise. `scratch` is overwritten.
 */
function measureScatter(
  points: Float64Array,
  line: Line,
  { start, end }: Window,
  scratch: Float64Array,
): number {
  const distances = scratch.subarray(0, end - start + 1)
  for (let i = start - 1; i < end; i++) {
    distances[i + 1 - start] = Math.abs(points[i]! - line.intercept - line.slope * (i + 1))
  }
  return selectSorted(distances, distances.length, distances.length >> 1) / 0.6745
}

function findHighest(values: Float64Array, from: number): number {
  let top = from
  for (let i = from; i < values.length; i++) if (values[i]! > values[top]!) top = i
  return top
}

/** Return the largest less the smallest value from the first cycle that counts on. */
function findRange(points: Float64Array): number {
  let low = points[firstCycle - 1]!
  let high = low
  for (let i = firstCycle; i < points.length; i++) {
    low = Math.min(low, points[i]!)
    high = Math.max(high, points[i]!)
  }
  return high - low
}
