import type { MeltSlope } from './smooth-slope.ts'
import { findVertex } from './vertex.ts'

/** A melting peak. Temperatures in deg C, heights in a.u. per deg C. */
export interface MeltPeak {
  /** Temperature of the top, finer than the grid. */
  tm: number
  /** -dF/dT at the top. */
  height: number
  /** Height above the higher of the two valleys beside it; of a shoulder, above its neighbour's flank. */
  prominence: number
  /** Full width at half the prominence. */
  width: number
  /** Light lost in the peak, in a.u.: area above the line between its feet. */
  area: number
  /** Part of the areas of all peaks of the curve. */
  share: number
  /** True if it is in the flank of a larger peak, without a top of its own. */
  isShoulder: boolean
}

/**
 * Measure the peak whose highest point is `top`, and its rise above the lower of its valleys. The
 * area comes with the other peaks (`measureAreas`).
 * @param temperatures deg C, rising.
 * @param melt -dF/dT and its noise.
 */
export function measurePeak(
  temperatures: Float64Array,
  melt: MeltSlope,
  top: number,
): { peak: MeltPeak; rise: number } {
  const { slope } = melt
  const left = findValley(slope, top, -1)
  const right = findValley(slope, top, 1)
  const { tm, height } = findVertex(temperatures, slope, top)
  const prominence = height - Math.max(slope[left]!, slope[right]!)
  const level = { half: height - prominence / 2, leastFall: prominence / 4 }
  const width =
    findLevel(temperatures, melt, top, 1, level) - findLevel(temperatures, melt, top, -1, level)
  const rise = height - Math.min(slope[left]!, slope[right]!)
  return { peak: { tm, height, prominence, width, area: 0, share: 1, isShoulder: false }, rise }
}

/** Find the lowest point between the top and the next higher point (or the end) on one side. */
function findValley(slope: Float64Array, top: number, side: 1 | -1): number {
  let valley = top
  for (let i = top + side; i >= 0 && i < slope.length; i += side) {
    const value = slope[i]!
    if (!(value <= slope[top]!)) break
    if (value < slope[valley]!) valley = i
  }
  return valley
}

/** A fall below half by less than this many standard deviations of noise may be noise. */
const noisyFall = 3

/** Length in deg C in which a ramp sets in. */
const settling = 2

/** Return the temperature at which one side of a peak falls to half, and then by more than the noise below it. */
function findLevel(
  temperatures: Float64Array,
  { slope, deviation }: MeltSlope,
  top: number,
  side: 1 | -1,
  { half, leastFall }: { half: number; leastFall: number },
): number {
  let i = top
  for (let j = top + side; j >= 0 && j < slope.length; j += side) {
    const fall = half - slope[j]!
    // Move on to here, where the level was kept, or left for noise alone.
    if (fall < 0) i = j
    else if (fall > Math.min(noisyFall * deviation[j]!, leastFall)) break
  }
  if (!(i + side >= 0 && i + side < slope.length)) return temperatures[i]!
  // Leave out the beginning, where the sample still catches up with the block, and even a level loss seems to begin.
  if (temperatures[i]! - temperatures[0]! < settling) return Number.NEGATIVE_INFINITY
  const part = (slope[i]! - half) / (slope[i]! - slope[i + side]!)
  return temperatures[i]! + part * (temperatures[i + side]! - temperatures[i]!)
}
