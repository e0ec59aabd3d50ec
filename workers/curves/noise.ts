import { selectSorted } from '../numbers/select.ts'

/**
 * Least noise that is believed, as a part of the largest reading. Instruments convert with 16 to 24 bits, and single precision
 * keeps 24 (steps of 6e-8): what is finer than this is rounding of our own sums (1e-16 each) over readings of which most
 * steps are equal, and says nothing about their noise. Divided by it, anything becomes enormous.
 */
const leastPart = 1e-9

/** Return the least noise that a curve is assumed to have, in its unit; 0 for an empty one. */
export function leastNoise(curve: Float64Array): number {
  let largest = 0
  for (let i = 0; i < curve.length; i++) {
    const size = Math.abs(curve[i]!)
    if (size > largest) largest = size
  }
  return leastPart * largest
}

/**
 * Estimate the noise from point to point: the median of the absolute second differences of the points in `[from, to)`,
 * scaled to the standard deviation it has for normal noise. Slope does not change it and growth little, because most of
 * a curve does not bend. `scratch` is overwritten. 0 when there are not three points in a row, and where only rounding
 * is left: a curve in coarse steps.
 */
export function estimateNoise(
  curve: Float64Array,
  from: number,
  to: number,
  scratch: Float64Array,
): number {
  let count = 0
  for (let i = from + 1; i + 1 < to; i++) {
    const second = Math.abs(curve[i - 1]! - 2 * curve[i]! + curve[i + 1]!)
    if (second === second) scratch[count++] = second
  }
  if (count === 0) return 0
  // Divide by 0.6745, the median of |N(0, 1)|; a second difference has six times the variance of a point.
  const noise = selectSorted(scratch, count, count >> 1) / (0.6745 * Math.sqrt(6))
  return noise > leastNoise(curve) ? noise : 0
}

/**
 * Return the standard deviation that rounding leaves in readings of which most repeat each other, by their smallest
 * second difference (step / sqrt(12)); 0 where nothing changes. A camera of 8 bits has no other noise in an empty well,
 * and one step of it is no rise.
 */
export function measureRounding(curve: Float64Array): number {
  const least = leastNoise(curve)
  let step = Number.POSITIVE_INFINITY
  for (let i = 1; i + 1 < curve.length; i++) {
    const second = Math.abs(curve[i - 1]! - 2 * curve[i]! + curve[i + 1]!)
    if (second > least && second < step) step = second
  }
  return step < Number.POSITIVE_INFINITY ? step / Math.sqrt(12) : 0
}
