import { studentTail } from '../numbers/distributions.ts'
import { findMedian } from '../numbers/median.ts'

export interface ReplicateSettings {
  /** Largest difference of Cq that replicates may show, in cycles; half a cycle is usual (Hellemans 2007). */
  most: number
  /**
   * Standard deviation to be expected of these wells, in cycles, 0 if not known. Few copies spread by
   * chance alone, and three times as much is no fault of a well.
   */
  expected: number
}

export interface ReplicateOutlier {
  /** Position among the replicates. */
  index: number
  /** Cycles above (later) or below the median of all. */
  difference: number
  /**
   * Grubbs' test: probability that the most distant of as many normal values is as far out; at
   * most 1. NaN below three values. With three it says little unless the other two agree closely.
   */
  probability: number
}

export interface ReplicateReview {
  /** Replicates with a Cq, and those without one beside others that have. */
  counted: number
  missing: number[]
  /** Largest minus smallest Cq; NaN below two. */
  range: number
  /** Limit of the range. */
  limit: number
  isSpread: boolean
  /** Wells to check. Empty if wells disagree but none is clearly the odd one. */
  outliers: ReplicateOutlier[]
}

/**
 * Look over the Cq of replicate wells, NaN for none. They are spread when the largest difference
 * exceeds the limit, and the odd ones are those farther than the limit from the median of all, as long
 * as most of the wells are within it. It flags and never removes: whether a well counts is for a
 * person to say.
 */
export function reviewReplicates(
  cqs: readonly number[],
  settings: ReplicateSettings,
): ReplicateReview {
  const known = cqs.filter(Number.isFinite)
  const missing = cqs.flatMap((cq, index) => (Number.isFinite(cq) ? [] : [index]))
  const range = known.length < 2 ? Number.NaN : Math.max(...known) - Math.min(...known)
  const limit = Math.max(settings.most, 3 * settings.expected)
  const median = findMedian(known)
  const far = cqs.flatMap((cq, index) => (Math.abs(cq - median) > limit ? [index] : []))
  const outliers = 2 * far.length < known.length && known.length > 2 ? far : []
  return {
    counted: known.length,
    missing: known.length > 0 ? missing : [],
    range,
    limit,
    isSpread: range > limit,
    outliers: outliers.map((index) => ({
      index,
      difference: cqs[index]! - median,
      probability: testGrubbs(known, cqs[index]!),
    })),
  }
}

/**
 * Test one of the values by the two-sided Grubbs test (Grubbs 1969): return the probability that the most distant of as
 * many normal values is as far from the mean. From Student's t with n - 2 degrees of freedom, times n for the choice of
 * the most distant.
 */
export function testGrubbs(values: readonly number[], value: number): number {
  const count = values.length
  if (count < 3) return Number.NaN
  const mean = values.reduce((sum, one) => sum + one, 0) / count
  const squares = values.reduce((sum, one) => sum + (one - mean) * (one - mean), 0)
  const distance = value - mean
  if (squares === 0) return 1
  // Calculate t^2 = n (n - 2) G^2 / ((n - 1)^2 - n G^2), with G^2 = distance^2 (n - 1) / squares.
  const above = count * (count - 2) * distance * distance
  const below = (count - 1) * squares - count * distance * distance
  const t = below > 0 ? Math.sqrt(above / below) : Number.POSITIVE_INFINITY
  return Math.min(1, 2 * count * studentTail(t, count - 2))
}
