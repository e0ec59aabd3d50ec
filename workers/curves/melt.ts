import { differentiateMelt } from './derivative.ts'
import { estimateNoise } from './noise.ts'
import { smooth } from './smooth.ts'

/** A melting peak. Temperatures in deg C, heights in a.u. per deg C. */
export interface MeltPeak {
  /** Temperature of the top, finer than the grid. */
  tm: number
  /** -dF/dT at the top. */
  height: number
  /** Height above the higher of the two valleys beside it. */
  prominence: number
  /** Full width at half the prominence. */
  width: number
  /** Area above the higher valley, in a.u. */
  area: number
}

export interface MeltRule {
  /** Half width of the smoothing in deg C. */
  smoothing: number
  /** Least prominence as a part of the largest peak's. */
  leastShare: number
  /** Least prominence in standard deviations of the derivative's noise. */
  noiseFactor: number
  /** Widest peak in deg C; what is wider is the dye's own loss of light with temperature. */
  mostWidth: number
}

export const defaultMeltRule: MeltRule = {
  smoothing: 1,
  leastShare: 0.1,
  noiseFactor: 8,
  mostWidth: 12,
}

/**
 * Melt derivative as charts and peaks use it: -dF/dT on the measured grid, then Savitzky-Golay over
 * `rule.smoothing` to each side (2 to 8 points), which keeps a peak's height and place where a plain
 * mean would flatten it.
 */
export function differentiateSmoothly(
  temperatures: Float64Array,
  curve: Float64Array,
  out: Float64Array,
  rule: MeltRule = defaultMeltRule,
): Float64Array {
  const raw = differentiateMelt(temperatures, curve, new Float64Array(curve.length))
  return smooth(raw, chooseHalf(temperatures, rule), out)
}

/**
 * Melting peaks, the most prominent first. A peak is a local maximum of the smoothed -dF/dT that
 * stands out of its valleys by a part of the largest peak and by a multiple of the noise; the top is
 * the vertex of the parabola through the three highest points.
 */
export function findMeltPeaks(
  temperatures: Float64Array,
  curve: Float64Array,
  rule: MeltRule = defaultMeltRule,
): MeltPeak[] {
  const raw = differentiateMelt(temperatures, curve, new Float64Array(curve.length))
  const slope = smooth(raw, chooseHalf(temperatures, rule), new Float64Array(curve.length))
  const peaks: MeltPeak[] = []
  for (let i = 1; i + 1 < slope.length; i++) {
    if (slope[i]! > slope[i - 1]! && slope[i]! >= slope[i + 1]!) {
      const peak = measurePeak(temperatures, slope, i)
      if (peak.width <= rule.mostWidth) peaks.push(peak)
    }
  }
  let largest = 0
  for (const peak of peaks) largest = Math.max(largest, peak.prominence)
  // Most of a melt curve is no peak.
  const noise = estimateNoise(raw, 0, raw.length, new Float64Array(raw.length))
  const least = Math.max(rule.leastShare * largest, rule.noiseFactor * noise)
  return peaks
    .filter((peak) => peak.prominence > 0 && peak.prominence >= least)
    .sort((a, b) => b.prominence - a.prominence || a.tm - b.tm)
}

/** Smoothing in points to each side, from the mean step of the grid. */
function chooseHalf(temperatures: Float64Array, rule: MeltRule): number {
  const steps = temperatures.length - 1
  const step = Math.abs(temperatures[steps]! - temperatures[0]!) / steps
  if (!(step > 0)) return 2
  return Math.min(8, Math.max(2, Math.round(rule.smoothing / step)))
}

function measurePeak(temperatures: Float64Array, slope: Float64Array, top: number): MeltPeak {
  const base = Math.max(slope[findValley(slope, top, -1)]!, slope[findValley(slope, top, 1)]!)
  const { tm, height } = refineTop(temperatures, slope, top)
  const prominence = height - base
  const half = height - prominence / 2
  const width =
    findLevel(temperatures, slope, top, 1, half) - findLevel(temperatures, slope, top, -1, half)
  return { tm, height, prominence, width, area: measureArea(temperatures, slope, top, base) }
}

/** Lowest point between the top and the next higher point (or the end, or a gap) on one side. */
function findValley(slope: Float64Array, top: number, side: 1 | -1): number {
  let valley = top
  for (let i = top + side; i >= 0 && i < slope.length; i += side) {
    const value = slope[i]!
    if (!(value <= slope[top]!)) break
    if (value < slope[valley]!) valley = i
  }
  return valley
}

/** Vertex of the parabola through the top and its neighbours, whose steps may differ. */
function refineTop(
  temperatures: Float64Array,
  slope: Float64Array,
  top: number,
): { tm: number; height: number } {
  const below = temperatures[top]! - temperatures[top - 1]!
  const above = temperatures[top + 1]! - temperatures[top]!
  const run = (slope[top]! - slope[top - 1]!) / below
  const rise = (slope[top + 1]! - slope[top]!) / above
  const curvature = (rise - run) / (below + above)
  if (!(curvature < 0)) return { tm: temperatures[top]!, height: slope[top]! }
  const tangent = (run * above + rise * below) / (below + above)
  const shift = -tangent / (2 * curvature)
  return { tm: temperatures[top]! + shift, height: slope[top]! + (tangent * shift) / 2 }
}

/** Temperature where one side of a peak falls to a level. */
function findLevel(
  temperatures: Float64Array,
  slope: Float64Array,
  top: number,
  side: 1 | -1,
  level: number,
): number {
  let i = top
  while (slope[i + side]! > level) i += side
  const part = (slope[i]! - level) / (slope[i]! - slope[i + side]!)
  return temperatures[i]! + part * (temperatures[i + side]! - temperatures[i]!)
}

/** Trapezoids of what stands above the higher valley, on both sides of the top. */
function measureArea(
  temperatures: Float64Array,
  slope: Float64Array,
  top: number,
  base: number,
): number {
  let area = 0
  for (const side of [-1, 1]) {
    let i = top
    while (slope[i + side]! >= base) {
      const step = Math.abs(temperatures[i + side]! - temperatures[i]!)
      area += ((slope[i]! + slope[i + side]!) / 2 - base) * step
      i += side
      if (slope[i] === base) break
    }
  }
  return area
}
