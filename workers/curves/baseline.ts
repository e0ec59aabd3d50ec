import { countMeasured } from './readings.ts'
import { smooth } from './smooth.ts'

/** Cycles of a baseline, 1-based, both included. */
export interface Window {
  start: number
  end: number
}

/** Baseline line F = intercept + slope * cycle, with what it leaves over. */
export interface Line {
  intercept: number
  slope: number
  /** Standard deviation of the residuals (n - 2 degrees of freedom); NaN below three points. */
  noise: number
}

/** First cycle of an automatic window: the first two carry the warming-up of plate and optics. */
const firstCycle = 3
/** Fewest cycles of a window that is shortened for early amplification. */
const fewestCycles = 4
/** Cycles are baseline as long as they stay within this many standard deviations of the line. */
const departureFactor = 3

/** Least-squares line over the measured points of a window; NaN fields when fewer than two. */
export function fitLine(curve: Float64Array, window: Window): Line {
  const from = Math.max(0, window.start - 1)
  const to = Math.min(curve.length, window.end)
  let count = 0
  let sumX = 0
  let sumY = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    count++
    sumX += i + 1
    sumY += curve[i]!
  }
  const meanX = sumX / count
  const meanY = sumY / count
  let sxx = 0
  let sxy = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    sxx += (i + 1 - meanX) ** 2
    sxy += (i + 1 - meanX) * (curve[i]! - meanY)
  }
  const slope = count < 2 ? Number.NaN : sxy / sxx
  const intercept = meanY - slope * meanX
  let squares = 0
  for (let i = from; i < to; i++) {
    if (curve[i] === curve[i]) squares += (curve[i]! - intercept - slope * (i + 1)) ** 2
  }
  return { intercept, slope, noise: count < 3 ? Number.NaN : Math.sqrt(squares / (count - 2)) }
}

/** Corrected curve, dR = R - line. */
export function subtractLine(curve: Float64Array, line: Line, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    out[i] = curve[i]! - line.intercept - line.slope * (i + 1)
  }
  return out
}

/**
 * Baseline window of one curve. Where the smoothed curve bends most, growth is already visible; from
 * a window well before it the line is fitted, and the end is moved to the second cycle before the
 * curve leaves the line for good by three standard deviations. This is repeated until the end stays,
 * at most ten times; if it swings between ends, the earliest of them is taken. A curve that never
 * leaves its line is baseline to its last cycle but one.
 *
 * `scratch` is overwritten; it has the length of the curve.
 */
export function chooseWindow(curve: Float64Array, scratch: Float64Array): Window {
  const measured = countMeasured(curve)
  const last = Math.max(measured - 1, Math.min(measured, firstCycle + fewestCycles - 1))
  const bend = findBend(curve, measured, scratch)
  const noise = estimateNoise(curve, bend, scratch)
  let window = shapeWindow(bend - 4, last)
  let earliest = window.end
  for (let round = 0; round < 10; round++) {
    const end = findDeparture(curve, measured, window, noise) - 2
    const next = shapeWindow(end, last)
    if (next.end === window.end) return next
    earliest = Math.min(earliest, next.end)
    window = next
  }
  return shapeWindow(earliest, last)
}

/** A window up to `end`; it starts at 3 unless that leaves fewer than four cycles. */
function shapeWindow(end: number, last: number): Window {
  const to = Math.min(last, Math.max(end, fewestCycles))
  return { start: Math.max(1, Math.min(firstCycle, to - fewestCycles + 1)), end: to }
}

/** Cycle with the largest second difference of the smoothed curve; the last one of a short curve. */
function findBend(curve: Float64Array, measured: number, scratch: Float64Array): number {
  smooth(curve, 2, scratch)
  let bend = measured
  let largest = 0
  for (let i = firstCycle; i + 1 < measured; i++) {
    const second = scratch[i - 1]! - 2 * scratch[i]! + scratch[i + 1]!
    if (second > largest) {
      largest = second
      bend = i + 1
    }
  }
  return bend
}

/**
 * Noise of the cycles before the bend, from the median of their second differences, which neither
 * slope nor the start of growth changes much: the floor under a standard deviation that a short
 * window may have by luck.
 */
function estimateNoise(curve: Float64Array, bend: number, scratch: Float64Array): number {
  let count = 0
  for (let i = firstCycle; i + 1 < bend && i + 1 < curve.length; i++) {
    const second = Math.abs(curve[i - 1]! - 2 * curve[i]! + curve[i + 1]!)
    if (second === second) scratch[count++] = second
  }
  if (count === 0) return 0
  // 0.6745: median of |N(0,1)|; a second difference has six times the variance of a point.
  return scratch.subarray(0, count).sort()[count >> 1]! / (0.6745 * Math.sqrt(6))
}

/** First cycle from which on the curve stays above the line's noise; one past the end when never. */
function findDeparture(
  curve: Float64Array,
  measured: number,
  window: Window,
  leastNoise: number,
): number {
  const line = fitLine(curve, window)
  const limit = departureFactor * Math.max(line.noise, leastNoise)
  let cycle = measured
  while (cycle > 0) {
    const rise = curve[cycle - 1]! - line.intercept - line.slope * cycle
    if (rise <= limit) break
    cycle--
  }
  return cycle + 1
}
