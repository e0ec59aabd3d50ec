import { findMedian } from '../numbers/median.ts'
import { normalQuantile, studentQuantile } from '../numbers/distributions.ts'

/** Rules by which the mean of an assay leaves out individual efficiencies. */
export type OutlierRule =
  /** As long as they are skewed, the one furthest out on the long side if Grubbs' test rejects it. */
  | { method: 'skewness' }
  /** Those further from the median than `within` (0.05 in the reference implementation). */
  | { method: 'median'; within: number }
  | { method: 'none' }

const alpha = 0.05

/**
 * Mark outliers in `values` (NaN: not there) with 1. Skewness by the adjusted Fisher-Pearson
 * coefficient over its standard error against the normal distribution, then Grubbs' test at 5 %
 * (Grubbs, Ann Math Stat 1950;21:27), as LinRegPCR applies them since Ruijter et al., Nucleic Acids
 * Res 2009;37:e45.
 */
export function markOutliers(values: Float64Array, rule: OutlierRule): Uint8Array {
  const marks = new Uint8Array(values.length)
  if (rule.method === 'none') return marks
  if (rule.method === 'median') {
    const middle = findMedian(values)
    for (const [i, value] of values.entries()) {
      if (value === value && !(Math.abs(value - middle) <= rule.within)) marks[i] = 1
    }
    return marks
  }
  const left = values.slice()
  for (let far = findFurthest(left); far >= 0; far = findFurthest(left)) {
    left[far] = Number.NaN
    marks[far] = 1
  }
  return marks
}

/** Return the position of the value to reject next, -1 when there is none. */
function findFurthest(values: Float64Array): number {
  const { count, mean, deviation, skewness } = describe(values)
  if (count < 3) return -1
  const error = Math.sqrt((6 * count * (count - 1)) / ((count - 2) * (count + 1) * (count + 3)))
  // Test two-sided at half of alpha, as the reference implementation has it.
  if (!(Math.abs(skewness) / error > normalQuantile(1 - alpha / 4))) return -1
  const side = skewness > 0 ? 1 : -1
  let furthest = -1
  for (const [i, value] of values.entries()) {
    if (value !== value) continue
    if (furthest < 0 || side * (value - values[furthest]!) > 0) furthest = i
  }
  const t = studentQuantile(1 - alpha / count / 2, count - 2)
  const limit = ((count - 1) / Math.sqrt(count)) * Math.sqrt((t * t) / (count - 2 + t * t))
  return (side * (values[furthest]! - mean)) / deviation > limit ? furthest : -1
}

function describe(values: Float64Array) {
  const there = values.filter(Number.isFinite)
  const count = there.length
  const mean = there.reduce((sum, value) => sum + value, 0) / count
  let squares = 0
  let cubes = 0
  for (const value of there) {
    const distance = value - mean
    squares += distance * distance
    cubes += distance * distance * distance
  }
  const second = squares / count
  return {
    count,
    mean,
    deviation: Math.sqrt(squares / (count - 1)),
    skewness:
      ((Math.sqrt(count * (count - 1)) / (count - 2)) * (cubes / count)) /
      (second * Math.sqrt(second)),
  }
}
