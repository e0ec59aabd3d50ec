/** Median of what is a number; NaN for none. */
export function findMedian(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort()
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/**
 * Standard deviation by the median of the absolute distances from the median, which up to half of the
 * values may spoil without moving it far. NaN for none.
 */
export function findSpread(values: Iterable<number>): number {
  const list = Float64Array.from(values)
  const middle = findMedian(list)
  // 1.4826: one over the median of |N(0, 1)|.
  return 1.4826 * findMedian(list.map((value) => Math.abs(value - middle)))
}
