import { leastNoise, measureRounding } from '../curves/noise.ts'
import { smoothMelt } from './smooth-melt.ts'
import { estimateMeltNoise } from './melt-noise.ts'
import { orderPoints, type MeltPoints } from './order-points.ts'
import { repairSpikes } from './repair-spikes.ts'
import { applySlopes, createSlopeWindows, type SlopeWindow } from './slope-windows.ts'

/** -dF/dT of a melt curve and how far noise alone moves it, both in a.u. per deg C. */
export interface MeltSlope {
  slope: Float64Array
  deviation: Float64Array
}

/**
 * A wider window is taken in full while its mean squared distance from the narrower estimate, in
 * variances of the latter, is at most the first, and not at all from the second on.
 */
const agreement = 1.5
const contradiction = 4

/**
 * Calculate -dF/dT, as smooth as the noise allows and no smoother: take over slopes of local cubics over ever wider
 * windows, point by point, as long as they agree with the narrower ones within the noise (stagewise aggregation:
 * Belomestny & Spokoiny, Ann Stat 2007;35:2287). Flat stretches so get the widest window; a peak keeps the window that
 * noise, not its own shape, decides. Single readings that stick out are put back first (`repairSpikes`).
 * @param points temperatures rising, nothing missing.
 */
export function smoothSlope(points: MeltPoints): MeltSlope {
  const { temperatures } = points
  const windows = windowsOf(temperatures)
  const rounding = findRounding(points.values)
  const byKernel = rounding > 0 ? null : smoothMelt(temperatures, windows, points.values)
  if (byKernel) return byKernel
  const found = estimateMeltNoise(temperatures, points.values)
  const noise = rounding > 0 ? found.map((one) => Math.max(one, rounding)) : found
  const { values } = repairSpikes(points, noise)
  const length = values.length
  const slope = new Float64Array(length)
  const deviation = new Float64Array(length)
  const next = new Float64Array(length)
  const distance = new Float64Array(length)
  for (const [stage, window] of windows.entries()) {
    applySlopes(window, values, stage === 0 ? slope : next)
    if (stage === 0) {
      for (let i = 0; i < length; i++) deviation[i] = noise[i]! * window.gains[window.rows[i]!]!
      continue
    }
    for (let i = 0; i < length; i++) {
      const off = (next[i]! - slope[i]!) / deviation[i]!
      distance[i] = off === off ? Math.min(off * off, 1e6) : 0
    }
    mix(window, noise, { slope, deviation, next, distance })
  }
  for (let i = 0; i < length; i++) slope[i] = -slope[i]!
  return { slope, deviation }
}

/**
 * Return the noise of readings in steps so coarse that most are equal, which otherwise have none: each step would be a
 * peak. 0 of all others.
 */
function findRounding(values: Float64Array): number {
  const least = leastNoise(values)
  let straight = 0
  for (let i = 1; i + 1 < values.length; i++) {
    if (Math.abs(values[i - 1]! - 2 * values[i]! + values[i + 1]!) <= least) straight++
  }
  return straight > (values.length - 2) / 2 ? measureRounding(values) : 0
}

interface Mixture extends MeltSlope {
  next: Float64Array
  /** Squared distance of `next` from `slope` by point, in variances. */
  distance: Float64Array
}

/** Take over as much of a wider window's slopes as agrees, judged over half of that window. */
function mix(window: SlopeWindow, noise: Float64Array, mixture: Mixture): void {
  const { slope, deviation, next, distance } = mixture
  const reach = window.half >> 1
  const last = distance.length - 1
  let sum = 0
  for (let j = 0; j < Math.min(reach, last + 1); j++) sum += distance[j]!
  for (let i = 0; i <= last; i++) {
    const from = Math.max(0, i - reach)
    const to = Math.min(last, i + reach)
    if (i + reach <= last) sum += distance[to]!
    if (i > reach) sum -= distance[from - 1]!
    const mean = sum / (to - from + 1)
    const part = Math.min(1, Math.max(0, (contradiction - mean) / (contradiction - agreement)))
    slope[i]! += part * (next[i]! - slope[i]!)
    deviation[i] = part * noise[i]! * window.gains[window.rows[i]!]! + (1 - part) * deviation[i]!
  }
}

/** Windows of the grids seen last: the channels of a well, and mostly all wells, share theirs. */
const recent: { temperatures: Float64Array; windows: SlopeWindow[]; size: number }[] = []
/** Weights kept at most, 16 MB. */
const mostWeights = 2_000_000

function windowsOf(temperatures: Float64Array): SlopeWindow[] {
  const known = recent.find((one) => isSame(one.temperatures, temperatures))
  if (known) return known.windows
  const windows = createSlopeWindows(temperatures)
  const size = windows.reduce((sum, { weights }) => sum + weights.length, 0)
  let total = recent.reduce((sum, one) => sum + one.size, size)
  while (recent.length > 0 && total > mostWeights) total -= recent.shift()!.size
  recent.push({ temperatures: temperatures.slice(), windows, size })
  return windows
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * Calculate the melt derivative for charts: -dF/dT in a.u. per deg C at each point as measured, with temperatures in
 * any order; NaN where nothing was measured, and everywhere for less than five points.
 */
export function differentiateSmoothly(
  temperatures: Float64Array,
  curve: Float64Array,
  out: Float64Array,
): Float64Array {
  const points = orderPoints(temperatures, curve)
  const { slope } = smoothSlope(points)
  for (let i = 0; i < out.length; i++) {
    const place = points.places[i]!
    out[i] = place >= 0 && slope.length >= 5 ? slope[place]! : Number.NaN
  }
  return out
}
