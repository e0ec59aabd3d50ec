/** What a corrected curve shows of growth, and the limits that `calls.ts` holds it against. */
export interface Growth {
  /** Value that three points reach: the top of the curve without a lone spike. NaN below three. */
  top: number
  /** Top in standard deviations of the baseline's noise; Infinity over a baseline without noise. */
  rise: number
  /** Top as a part of the baseline's own drift over the measured cycles; Infinity without drift. */
  overDrift: number
}

/**
 * Limits of the amplification test. Below `leastRise` the curve did not amplify: this is where the
 * classic automatic threshold lies. Below `clearRise`, or where the curve gained less than its own
 * baseline drifted, people would argue: review. In the vendor plates at hand amplified curves rise
 * by 100 to 8,000 and gain over 5 times the drift, curves without amplification gain under 2 times.
 */
export const growthLimits = { leastRise: 10, clearRise: 20, clearOverDrift: 2 } as const

/**
 * Measures the growth of a corrected curve over its baseline of `noise` (standard deviation) and
 * `slope` (per cycle). Pure and without a limit of its own.
 */
export function measureGrowth(curve: Float64Array, noise: number, slope: number): Growth {
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  let third = Number.NEGATIVE_INFINITY
  let measured = 0
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!
    if (value !== value) continue
    measured++
    if (value > first) {
      third = second
      second = first
      first = value
    } else if (value > second) {
      third = second
      second = value
    } else if (value > third) third = value
  }
  const top = measured < 3 ? Number.NaN : third
  return { top, rise: top / noise, overDrift: top / Math.abs(slope * measured) }
}
