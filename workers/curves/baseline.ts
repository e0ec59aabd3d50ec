import { countMeasured } from './readings.ts'
import { smooth } from './smooth.ts'

/** Cycles of a baseline, 1-based, both included. */
export interface Window {
  start: number
  end: number
  /** Too short to say what a slope would be forty cycles on: the baseline is its mean. */
  level?: boolean
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
/** Fewest cycles of an automatic window whose slope is believed. */
const fewestForSlope = 7
/** Cycles are baseline as long as they stay within this many standard deviations of the line. */
const departureFactor = 3

/**
 * Least-squares line over the measured points of a window, or their mean where the window is level;
 * NaN fields when fewer than two.
 */
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
  const slope = count < 2 ? Number.NaN : window.level ? 0 : sxy / sxx
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
 * curve leaves the line by three standard deviations on the way to its top. This is repeated until
 * the end stays, at most ten times; if it swings between ends, the earliest of them is taken. A curve
 * that never leaves its line is baseline to its last cycle but one.
 *
 * `scratch` is overwritten; it has twice the length of the curve.
 */
export function chooseWindow(curve: Float64Array, scratch: Float64Array): Window {
  const measured = countMeasured(curve)
  const last = Math.max(measured - 1, Math.min(measured, firstCycle + fewestCycles - 1))
  const smoothed = smooth(curve, 2, scratch.subarray(0, curve.length))
  const bend = findBend(smoothed, measured)
  const noise = estimateNoise(curve, bend, scratch.subarray(curve.length))
  let window = shapeWindow(bend - 4, last)
  let earliest = window.end
  for (let round = 0; round < 10; round++) {
    const end = findDeparture(curve, smoothed, window, noise) - 2
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
  const start = Math.max(1, Math.min(firstCycle, to - fewestCycles + 1))
  return { start, end: to, level: to - start + 1 < fewestForSlope }
}

/** Cycle with the largest second difference of a smoothed curve; the last one of a short curve. */
function findBend(smoothed: Float64Array, measured: number): number {
  let bend = measured
  let largest = 0
  for (let i = firstCycle; i + 1 < measured; i++) {
    const second = smoothed[i - 1]! - 2 * smoothed[i]! + smoothed[i + 1]!
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

/**
 * First cycle of the growth that leads to the curve's top: walking back from the top, the last one
 * above the line's noise. The top is that of the smoothed curve over the line, so that neither a lone
 * point nor a plateau that sinks below the line (hook effect) decides. One past the end when even the
 * top is within the noise.
 */
function findDeparture(
  curve: Float64Array,
  smoothed: Float64Array,
  window: Window,
  leastNoise: number,
): number {
  const { intercept, slope, noise } = fitLine(curve, window)
  const limit = departureFactor * Math.max(noise, leastNoise)
  let top = -1
  let largest = limit
  for (let i = 0; i < smoothed.length; i++) {
    const rise = smoothed[i]! - intercept - slope * (i + 1)
    if (rise > largest) {
      largest = rise
      top = i
    }
  }
  if (top < 0) return curve.length + 1
  let cycle = top + 1
  while (cycle > 0 && curve[cycle - 1]! - intercept - slope * cycle > limit) cycle--
  return cycle + 1
}
