import { exp } from '../numbers/exp.ts'
import { logInPlace } from '../numbers/log.ts'
import type { TakeOff } from './take-off.ts'

/** Reasons why a curve has no LinRegPCR baseline, and so no efficiency; `ok` if it has one. */
export const linregOutcomes = [
  'ok',
  /** Fifty halvings of the step did not make both halves of the window equally steep. */
  'halves_never_agree',
  'no_take_off',
  /** The window would end before the fourth cycle. */
  'take_off_too_early',
  /** Fewer than four cycles rise before the take-off. */
  'log_phase_too_short',
  /** Even with no baseline at all the lower half is steeper: a baseline is below zero. */
  'baseline_below_zero',
  /** Even with the highest baseline the upper half is steeper. */
  'baseline_above_window',
  'no_readings',
] as const
export type LinregOutcome = (typeof linregOutcomes)[number]

/** The window of the log-linear phase, its baseline and the line through it. */
export interface LogWindow {
  outcome: LinregOutcome
  /** First and last cycle of the window, 1-based, 0 without one. */
  first: number
  last: number
  /** Constant baseline in the unit of the curve; NaN without one. */
  baseline: number
  /** Fold increase a cycle, 10^slope of the upper half; NaN without one. */
  efficiency: number
  /** Squared correlation of log fluorescence and cycle over the whole window; NaN without one. */
  r2: number
  /** Fluorescence that the line of the window has at its first cycle; NaN without one. */
  start: number
}

const mostCycles = 9
const leastCycles = 4
const mostSteps = 50
/** Slopes are compared as logarithms to the base 10. */
const agreement = 1e-5 * Math.LN10

/**
 * Fit the baseline of LinRegPCR: the constant that makes the upper and the lower half of the log-linear phase equally
 * steep on the log scale, found by halving the step, starting from half of the window's first reading. The window ends
 * half a cycle before TD0, starts after the last cycle that did not rise and has four to nine cycles; no cycle of the
 * ground phase is needed.
 *
 * Ramakers et al., Neurosci Lett 2003;339:62; Ruijter et al., Nucleic Acids Res 2009;37:e45;
 * Untergasser et al., BMC Bioinformatics 2021;22:398.
 * `curve` without gaps and above zero; `scratch` of nine values at least.
 */
export function fitLogWindow(
  curve: Float64Array,
  { td0, ground }: TakeOff,
  scratch: Float64Array,
): LogWindow {
  const window: LogWindow = {
    outcome: 'no_take_off',
    first: 0,
    last: 0,
    baseline: Number.NaN,
    efficiency: Number.NaN,
    r2: Number.NaN,
    start: Number.NaN,
  }
  if (!(td0 >= 3)) return window
  const last = Math.trunc(td0 - 0.5)
  if (last < leastCycles) return { ...window, outcome: 'take_off_too_early' }
  const first = Math.max(ground + 1, last - mostCycles + 1)
  window.first = first
  window.last = last
  if (last - first + 1 < leastCycles) return { ...window, outcome: 'log_phase_too_short' }
  const part = curve.subarray(first - 1, last)
  const logs = scratch.subarray(0, part.length)
  takeLogs(part, 0, logs)
  if (lowerSlope(logs) > upperSlope(logs)) return { ...window, outcome: 'baseline_below_zero' }
  takeLogs(part, part[0]! - 0.00000001, logs)
  if (lowerSlope(logs) < upperSlope(logs)) return { ...window, outcome: 'baseline_above_window' }
  return straighten(part, logs, window)
}

/** Halve the step until both halves agree, then read the line. */
function straighten(part: Float64Array, logs: Float64Array, window: LogWindow): LogWindow {
  let baseline = part[0]! * 0.5
  let step = baseline * 0.5
  for (let count = 0; count < mostSteps; count++) {
    takeLogs(part, baseline, logs)
    const lower = lowerSlope(logs)
    const upper = upperSlope(logs)
    if (Math.abs(lower - upper) < agreement) {
      return { ...window, ...readLine(logs), outcome: 'ok', baseline, efficiency: exp(upper) }
    }
    if (lower > upper) baseline -= step
    else baseline += step
    step *= 0.5
  }
  return { ...window, outcome: 'halves_never_agree' }
}

function takeLogs(part: Float64Array, baseline: number, out: Float64Array): void {
  for (let i = 0; i < part.length; i++) out[i] = part[i]! - baseline
  logInPlace(out, part.length)
}

/** Return the slope of the lower half; with an odd number of cycles both halves have the middle one. */
function lowerSlope(logs: Float64Array): number {
  return slopeOf(logs, 0, (logs.length + 1) >> 1)
}

function upperSlope(logs: Float64Array): number {
  return slopeOf(logs, logs.length >> 1, logs.length)
}

/** Return the least-squares slope of `values[from..to)` against their position. */
function slopeOf(values: Float64Array, from: number, to: number): number {
  const middle = (from + to - 1) / 2
  let sxx = 0
  let sxy = 0
  for (let i = from; i < to; i++) {
    sxx += (i - middle) * (i - middle)
    sxy += (i - middle) * values[i]!
  }
  return sxy / sxx
}

/** Start and squared correlation of the line through the whole window. */
function readLine(logs: Float64Array): { r2: number; start: number } {
  const slope = slopeOf(logs, 0, logs.length)
  const middle = (logs.length - 1) / 2
  let mean = 0
  for (const value of logs) mean += value / logs.length
  let total = 0
  let explained = 0
  for (const [i, value] of logs.entries()) {
    total += (value - mean) * (value - mean)
    explained += slope * slope * (i - middle) * (i - middle)
  }
  return { r2: explained / total, start: exp(mean - slope * middle) }
}
