import { findStep } from './order-points.ts'

/** Length of a stretch whose noise is taken as one: deg C, and points at least. */
const stretch = 6
const leastPoints = 21

/**
 * Estimate the noise of a melt curve from point to point, in a.u., for each of its points: the median distance of a
 * point from the line between its neighbours, scaled to the standard deviation it has for normal noise; of the whole
 * curve, or of a stretch of 6 deg C around the point where that is noisier (a bubble, an unsteady block). Peaks are
 * narrower than half a stretch, so they change it little.
 */
export function estimateMeltNoise(temperatures: Float64Array, values: Float64Array): Float64Array {
  const distances = measureDistances(temperatures, values)
  const noise = new Float64Array(values.length).fill(takeMedian(distances, 0, distances.length))
  const length = stretchOf(temperatures)
  const hop = length >> 1
  for (let from = 0; from + length <= distances.length; from += hop) {
    const own = takeMedian(distances, from, from + length)
    // Count distance i to point i + 1; the ends go with the stretch beside them.
    const first = from === 0 ? 0 : from + 1
    const isLast = from + hop + length > distances.length
    const after = isLast ? values.length : from + length + 1
    for (let i = first; i < after; i++) noise[i] = Math.max(noise[i]!, own)
  }
  return noise
}

/** Return the number of points over which the noise is taken as constant. */
export function stretchOf(temperatures: Float64Array): number {
  const step = findStep(temperatures)
  return Math.max(leastPoints, step > 0 ? Math.round(stretch / step) : 0)
}

/** Measure the distance of each inner point from the line between its neighbours, of the variance of a point. */
function measureDistances(temperatures: Float64Array, values: Float64Array): Float64Array {
  const distances = new Float64Array(Math.max(0, values.length - 2))
  for (let i = 0; i < distances.length; i++) {
    const part =
      (temperatures[i + 1]! - temperatures[i]!) / (temperatures[i + 2]! - temperatures[i]!)
    const line = values[i]! + part * (values[i + 2]! - values[i]!)
    const variance = 1 + part * part + (1 - part) * (1 - part)
    distances[i] = Math.abs(values[i + 1]! - line) / Math.sqrt(variance)
  }
  return distances
}

/** Take the scaled median of a part of the distances; 0 for none. 0.6745: median of |N(0, 1)|. */
function takeMedian(distances: Float64Array, from: number, to: number): number {
  if (to <= from) return 0
  return distances.slice(from, to).sort()[(to - from) >> 1]! / 0.6745
}
