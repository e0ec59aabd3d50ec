import type { MeltPeak } from './measure-peak.ts'

/** Half width of a peak's area, in widths: a two-state melting has 99.8 % of its loss within. */
export const areaReach = 2

/**
 * Set the areas of a curve's peaks: trapezoids from foot to foot over the line between the feet. A
 * foot is two widths off, or in the valley towards the next peak; a valley that two peaks share is
 * no ground, so there the line is as low as at the other foot.
 * @param temperatures deg C, rising.
 * @param slope -dF/dT.
 */
export function measureAreas(
  temperatures: Float64Array,
  slope: Float64Array,
  peaks: readonly MeltPeak[],
): void {
  const ordered = [...peaks].sort((a, b) => a.tm - b.tm)
  for (const [k, peak] of ordered.entries()) {
    const valleys = [k - 1, k].map((i) =>
      findValley(temperatures, slope, ordered[i]?.tm, ordered[i + 1]?.tm),
    )
    const reach = areaReach * peak.width
    const left = Math.max(findNearest(temperatures, peak.tm - reach), valleys[0] ?? 0)
    const right = Math.min(findNearest(temperatures, peak.tm + reach), valleys[1] ?? slope.length)
    const low = Math.min(slope[left]!, slope[right]!)
    const ground =
      (left === valleys[0] ? low : slope[left]!) + (right === valleys[1] ? low : slope[right]!)
    let area = (-ground / 2) * (temperatures[right]! - temperatures[left]!)
    for (let i = left; i < right; i++) {
      area += ((slope[i]! + slope[i + 1]!) / 2) * (temperatures[i + 1]! - temperatures[i]!)
    }
    peak.area = area
  }
}

/** Find the lowest point between two tops, undefined if there is only one. */
function findValley(
  temperatures: Float64Array,
  slope: Float64Array,
  from: number | undefined,
  to: number | undefined,
): number | undefined {
  if (from === undefined || to === undefined) return undefined
  let valley: number | undefined
  for (let i = 0; i < slope.length; i++) {
    if (temperatures[i]! <= from || temperatures[i]! >= to) continue
    if (valley === undefined || slope[i]! < slope[valley]!) valley = i
  }
  return valley
}

/** Point nearest to a temperature. */
function findNearest(temperatures: Float64Array, at: number): number {
  let nearest = 0
  for (let i = 1; i < temperatures.length; i++) {
    if (Math.abs(temperatures[i]! - at) < Math.abs(temperatures[nearest]! - at)) nearest = i
  }
  return nearest
}
