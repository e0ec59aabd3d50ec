/**
 * Noise from point to point: the median of the absolute second differences of the points in
 * `[from, to)`, scaled to the standard deviation it has for normal noise. Slope does not change it
 * and growth little, for most of a curve does not bend. `scratch` is overwritten. 0 when there are
 * not three points in a row.
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
  // 0.6745: median of |N(0, 1)|; a second difference has six times the variance of a point.
  return scratch.subarray(0, count).sort()[count >> 1]! / (0.6745 * Math.sqrt(6))
}
