import { fitLine, type Line, type Window } from './baseline.ts'
import { estimateNoise } from './noise.ts'
import { countMeasured } from './readings.ts'
import { smooth } from './smooth.ts'

/** First cycle of an automatic window: the first two carry the warming-up of plate and optics. */
const firstCycle = 3
/** Fewest cycles of a window that is shortened for early amplification. */
const fewestCycles = 4
/** Fewest cycles of an automatic window whose slope is believed. */
const fewestForSlope = 7
/** Cycles are baseline as long as they stay within this many standard deviations of the line. */
const departureFactor = 3
/**
 * Growth asked of a curve before its window ends short of the run: least rise in standard deviations,
 * and most cycles for five times the signal, counted from `start` deviations or a tenth of the top,
 * whichever is lower. A PCR of 30 % efficiency takes just over six, a drift takes ten and more.
 */
const growth = { rise: 6, riseOverLevel: 20, start: 6, cycles: 6.5 } as const

/**
 * Baseline window of one curve. Where the smoothed curve bends most, growth is already visible; from
 * a window well before it the line is fitted, and the end is moved to the second cycle before the
 * curve leaves the line by three standard deviations on the way to its top. This is repeated until
 * the end stays, at most ten times; if it swings between ends, the earliest of them is taken. A curve
 * that does not grow like a PCR over that line is baseline to its last cycle but one.
 *
 * `scratch` is overwritten; it has twice the length of the curve.
 */
export function chooseWindow(curve: Float64Array, scratch: Float64Array): Window {
  const measured = countMeasured(curve)
  const last = Math.max(measured - 1, Math.min(measured, firstCycle + fewestCycles - 1))
  const smoothed = smooth(curve, 2, scratch.subarray(0, curve.length))
  const bend = findBend(smoothed, measured)
  // The floor under a standard deviation that a short window may have by luck.
  const spare = scratch.subarray(curve.length)
  const noise = estimateNoise(curve, firstCycle - 1, Math.min(bend, measured), spare)
  let window = shapeWindow(bend - 4, last)
  for (let round = 0, earliest = window.end; round < 10; round++) {
    const next = shapeWindow(findDeparture(curve, smoothed, window, noise) - 2, last)
    if (next.end === window.end) break
    earliest = Math.min(earliest, next.end)
    window = round < 9 ? next : shapeWindow(earliest, last)
  }
  return showsGrowth(smoothed, window, fitLine(curve, window), noise)
    ? window
    : shapeWindow(last, last)
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

/** Index of the highest point of a curve over a line, -1 when no point is over it. */
function findTop(curve: Float64Array, line: Line): number {
  let top = -1
  let largest = 0
  for (let i = 0; i < curve.length; i++) {
    const rise = riseAt(curve, line, i)
    if (rise > largest) {
      largest = rise
      top = i
    }
  }
  return top
}

function riseAt(curve: Float64Array, line: Line, i: number): number {
  return curve[i]! - line.intercept - line.slope * (i + 1)
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
  const line = fitLine(curve, window)
  const limit = departureFactor * Math.max(line.noise, leastNoise)
  const top = findTop(smoothed, line)
  if (top < 0 || !(riseAt(smoothed, line, top) > limit)) return curve.length + 1
  let cycle = top + 1
  while (cycle > 0 && riseAt(curve, line, cycle - 1) > limit) cycle--
  return cycle + 1
}

/**
 * Whether the smoothed curve grows over the line of a window like a PCR and not like a drift: high
 * enough over the noise, and five times the signal within a few cycles. Its start is looked at and
 * not its top, for some curves go on rising in a line. A level window asks for more height, for the
 * drift itself would stand out of it.
 */
function showsGrowth(
  smoothed: Float64Array,
  window: Window,
  line: Line,
  leastNoise: number,
): boolean {
  const top = findTop(smoothed, line)
  if (top < 0) return false
  const height = riseAt(smoothed, line, top)
  const factor = window.level ? growth.riseOverLevel : growth.rise
  const deviation = Math.max(line.noise, leastNoise)
  if (!(height > factor * deviation)) return false
  const start = Math.min(height / 10, growth.start * deviation)
  const rising = findRisePosition(smoothed, line, top, 5 * start)
  return rising - findRisePosition(smoothed, line, rising, start) <= growth.cycles
}

/** Position before the top where the curve last rose through a level over the line; 0 when it never was below. */
function findRisePosition(curve: Float64Array, line: Line, top: number, level: number): number {
  let i = Math.ceil(top)
  while (i > 0 && riseAt(curve, line, i) > level) i--
  const below = riseAt(curve, line, i)
  if (!(below <= level)) return 0
  return i + (level - below) / (riseAt(curve, line, i + 1) - below)
}
