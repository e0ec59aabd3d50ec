import { estimateNoise } from '../curves/noise.ts'

/** Growth of a corrected curve, which `calls.ts` compares with its limits. */
export interface Growth {
  /** Value that three points reach: the top of the curve without a lone spike. NaN below three. */
  top: number
  /** Top in standard deviations of the baseline's noise; Infinity over a baseline without noise. */
  rise: number
  /** Top as a part of the baseline's own drift over the measured cycles; Infinity without drift. */
  overDrift: number
  /** Noise over the baseline as a multiple of the noise from point to point: 1 for a straight one, NaN unknown. */
  wander: number
}

/**
 * Limits of the amplification test. Below `leastRise`, the level of the classic automatic threshold, nothing rises
 * above the noise; in the rated curves at hand all amplified ones rise by 37 and more. A curve that did not amplify but
 * is not straight either, with more than `mostWander`, is one that people would argue about; without amplification
 * curves wander by 12 at most in the vendor plates at hand.
 */
export const growthLimits = { leastRise: 10, mostWander: 15 } as const

/**
 * Measure the growth of a corrected curve over its baseline of `noise` (standard deviation) and
 * `slope` (per cycle). Pure and without a limit of its own. `scratch` is as long as the curve.
 */
export function measureGrowth(
  curve: Float64Array,
  noise: number,
  slope: number,
  scratch: Float64Array = new Float64Array(curve.length),
): Growth {
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
  const pointNoise = estimateNoise(curve, 0, curve.length, scratch)
  return {
    top,
    rise: top / noise,
    overDrift: top / Math.abs(slope * measured),
    // Return NaN for readings so coarse that most steps are equal, which say nothing about their noise.
    wander: pointNoise > 0 ? noise / pointNoise : Number.NaN,
  }
}
