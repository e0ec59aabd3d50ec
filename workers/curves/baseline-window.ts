import { fitLine, type Line, type SoftEdges, type Window } from './baseline.ts'
import { estimateNoise } from './noise.ts'
import { countMeasured } from './readings.ts'
import { smooth } from './smooth.ts'

/** First cycle of an automatic window: the first two carry the warming-up of plate and optics. */
const firstCycle = 3
/** Fewest cycles of a window that is shortened for early amplification. */
const fewestCycles = 4
/** Cycles up to which an automatic window is level, and from which its slope is believed in full. */
const longestLevel = 5
const fullSlope = 8
/** Fewest cycles over which little height is enough to distinguish a drift from growth. */
const fewestForDrift = 7
/** Rounds in which the end of a window is sought, and how many of them go the whole way. */
const mostRounds = 20
const fullRounds = 5
/**
 * Cycles are baseline as long as they stay within so many standard deviations of the line. Where the
 * curve passes the three of them is averaged, for one alone hangs on the noise of a single point.
 */
const departures = [3, 4.5, 6.75] as const
/** Cycles between the last of the baseline and that average. */
const distance = 1.75
/**
 * Growth asked of a curve before its window ends short of the run: least rise in standard deviations,
 * and most cycles for five times the signal, counted from `start` deviations or a tenth of the top,
 * whichever is lower. A PCR of 30 % efficiency takes just over six, a drift takes ten and more.
 */
const growth = { rise: 6, riseOverLevel: 20, start: 6, cycles: 6.5 } as const

/**
 * Choose the baseline window of one curve. Where the smoothed curve bends most, growth is already visible; fit the line
 * in a window well before it, and move the end to shortly before the curve leaves the line's noise on the way to its
 * top. Repeat until the end stays, with half steps where it swings. A curve that does not grow like a PCR over that
 * line is baseline to its last cycle but one, which `whole` tells.
 *
 * The edges are between cycles (`soft`), and a short window gains its slope little by little, so that curves that
 * hardly differ have baselines that hardly differ. `start` and `end` are the cycles that count in full.
 *
 * `scratch` is overwritten; it has twice the length of the curve.
 */
export function chooseWindow(curve: Float64Array, scratch: Float64Array): Window {
  const measured = countMeasured(curve)
  const last = Math.max(measured - 1, Math.min(measured, firstCycle + fewestCycles - 1))
  const smoothed = smooth(curve, 2, scratch.subarray(0, curve.length))
  const bend = findBend(smoothed, measured)
  // Set a floor under a standard deviation, which a short window may have by luck.
  const spare = scratch.subarray(curve.length)
  const noise = estimateNoise(curve, firstCycle - 1, Math.min(bend, measured), spare)
  let window = shapeWindow(bend - 4, last)
  for (let round = 0; round < mostRounds; round++) {
    const next = findDeparture(curve, smoothed, window, noise) - distance
    const move = Math.min(last, Math.max(fewestCycles, next)) - window.soft.end
    window = shapeWindow(window.soft.end + (round < fullRounds ? move : move / 2), last)
    if (Math.abs(move) < 1e-9) break
  }
  return showsGrowth(smoothed, window, fitLine(curve, window), noise)
    ? window
    : { ...shapeWindow(last, last), whole: true }
}

/** Make a window up to `end`; it starts at 3 unless that leaves fewer than four cycles. */
function shapeWindow(end: number, last: number): Window & { soft: SoftEdges } {
  const to = Math.min(last, Math.max(end, fewestCycles))
  const start = Math.max(1, Math.min(firstCycle, to - fewestCycles + 1))
  const length = to - start + 1
  const slopePart = Math.min(1, Math.max(0, (length - longestLevel) / (fullSlope - longestLevel)))
  return {
    start: Math.ceil(start),
    end: Math.floor(to),
    level: length < fewestForDrift,
    soft: { start, end: to, slopePart },
  }
}

/**
 * Return the cycle with the largest second difference of a smoothed curve before its steepest rise, which is taken over
 * four cycles: near the end, where nothing can be smoothed, noise bends the most. The last cycle of a short curve.
 */
function findBend(smoothed: Float64Array, measured: number): number {
  let steepest = measured - 2
  let rise = Number.NEGATIVE_INFINITY
  for (let i = firstCycle + 1; i + 2 < measured; i++) {
    const step = smoothed[i + 2]! - smoothed[i - 2]!
    if (step > rise) {
      rise = step
      steepest = i
    }
  }
  let bend = measured
  let largest = 0
  for (let i = firstCycle; i <= steepest && i + 1 < measured; i++) {
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
 * Start of the growth that leads to the curve's top. The top is that of the smoothed curve over the
 * line, so that neither a lone point nor a plateau that sinks below the line (hook effect) decides.
 * One past the end when even the top is within the noise.
 */
function findDeparture(
  curve: Float64Array,
  smoothed: Float64Array,
  window: Window,
  leastNoise: number,
): number {
  const line = fitLine(curve, window)
  const deviation = Math.max(line.noise, leastNoise)
  const top = findTop(smoothed, line)
  if (top < 0 || !(riseAt(smoothed, line, top) > departures[0] * deviation)) return curve.length + 1
  let sum = 0
  for (const factor of departures) sum += findLeaving(curve, line, top, factor * deviation)
  return 1 + sum / departures.length
}

/**
 * Return the position, between two measured cycles, where a curve last was below a limit over a line on its way to the
 * top: from 0, one past the top if the limit is above it, 0 if the curve never was below.
 */
function findLeaving(curve: Float64Array, line: Line, top: number, limit: number): number {
  let above = -1
  for (let i = top; i >= 0; i--) {
    const rise = riseAt(curve, line, i)
    if (rise > limit) above = i
    else if (rise <= limit) {
      if (above < 0) return top + 1
      return i + ((limit - rise) / (riseAt(curve, line, above) - rise)) * (above - i)
    }
  }
  return 0
}

/**
 * Return true if the smoothed curve grows over the line of a window like a PCR and not like a drift: high enough over
 * the noise, and to five times the signal within a few cycles. Judge the start and not the top, because some curves end
 * in a rising line. Ask a level window for more height, because a drift would exceed its noise as well.
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
  const rising = findLeaving(smoothed, line, top, 5 * start)
  return rising - findLeaving(smoothed, line, Math.ceil(rising), start) <= growth.cycles
}
