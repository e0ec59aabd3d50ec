import type { LinregCurves } from '../linreg/linreg.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import { markOutliers, type OutlierRule } from './efficiency-outliers.ts'
import type { LimitedGrowth } from './limited-growth.ts'

/** Reasons why a curve's efficiency is in the mean of its assay, or not. */
const efficiencyUses = [
  'used',
  /** A negative control, or a well that somebody excluded. */
  'not_counted',
  'no_take_off',
  'no_amplification',
  'no_plateau',
  'outlier',
] as const
export type EfficiencyUse = (typeof efficiencyUses)[number]

/** A curve of an assay: its position in the curves, and whether it may count. */
export interface AssayCurve {
  curve: number
  counted: boolean
}

/** Efficiency of an assay as the mean of its curves' individual ones. */
export interface MeanEfficiency {
  /** Fold a cycle; NaN when no curve counts. */
  efficiency: number
  /** Standard deviation of those that count (n in the denominator). */
  spread: number
  count: number
  /** In the order of the assay's curves. */
  uses: EfficiencyUse[]
}

/**
 * Return the mean of the LinRegPCR efficiencies of one assay without controls, excluded wells, curves without
 * amplification or plateau, and outliers. Ruijter et al., Nucleic Acids Res 2009;37:e45; Untergasser et al., BMC
 * Bioinformatics 2021;22:398.
 */
export function averageEfficiency(
  curves: LinregCurves,
  members: readonly AssayCurve[],
  rule: OutlierRule = { method: 'skewness' },
): MeanEfficiency {
  const uses = members.map((member) => findUse(curves, member))
  const values = Float64Array.from(members, ({ curve }, i) =>
    uses[i] === 'used' ? curves.efficiency[curve]! : Number.NaN,
  )
  for (const [i, mark] of markOutliers(values, rule).entries()) {
    if (mark === 0) continue
    uses[i] = 'outlier'
    values[i] = Number.NaN
  }
  const used = values.filter(Number.isFinite)
  const mean = used.reduce((sum, value) => sum + value, 0) / used.length
  const squares = used.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  const spread = Math.sqrt(squares / used.length)
  return { efficiency: mean, spread, count: used.length, uses }
}

function findUse(curves: LinregCurves, { curve, counted }: AssayCurve): EfficiencyUse {
  if (!counted) return 'not_counted'
  if (!(curves.td0[curve]! > 0)) return 'no_take_off'
  if (curves.amplified[curve] !== 1) return 'no_amplification'
  return curves.plateaued[curve] === 1 ? 'used' : 'no_plateau'
}

/** Efficiency of an assay from the limited-growth fits of its curves. */
export interface AssayEfficiency {
  /** Fold a cycle; NaN when no curve could be fitted. */
  efficiency: number
  /** Standard error: the scatter of the curves, without what the method gets wrong for all of them. */
  error: number
  /** Confidence interval at the level asked for; NaN ends below two curves. */
  low: number
  high: number
  /** Scatter from curve to curve beyond what their fits expect. */
  spread: number
  count: number
}

/** Huber's constant: beyond so many standard deviations a curve pulls no harder. */
const turningPoint = 1.5
const rounds = 30
/** Curves without any noise must not divide by nothing. */
const leastVariance = 1e-12

/**
 * Combine the efficiencies of an assay's curves, each weighted by its own standard error and the
 * scatter between curves (random effects: DerSimonian & Laird, Control Clin Trials 1986;7:177, with
 * the scatter by the median, so that a few strange curves do not widen it), and with Huber's weights
 * against those that are apart (Huber, Ann Math Stat 1964;35:73). No curve is thrown out.
 */
export function combineEfficiencies(
  fits: readonly LimitedGrowth[],
  confidence = 0.95,
): AssayEfficiency {
  const known = fits.filter(({ efficiency, error }) => efficiency > 0 && error >= 0)
  const count = known.length
  const values = known.map(({ efficiency }) => efficiency)
  const within = findMedian(known.map(({ error }) => error))
  const apart = findSpread(values)
  const between = Math.max(0, apart * apart - within * within)
  let middle = findMedian(values)
  let weights: number[] = []
  for (let round = 0; round < rounds; round++) {
    weights = known.map(({ efficiency, error }) => {
      const variance = Math.max(between + error * error, leastVariance)
      const distance = Math.abs(efficiency - middle) / Math.sqrt(variance)
      return (distance > turningPoint ? turningPoint / distance : 1) / variance
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const sum = weights.reduce((part, weight, i) => part + weight * values[i]!, 0)
    if (count > 0) middle = sum / total
  }
  const error = findError(values, weights, middle)
  const reach = count < 2 ? Number.NaN : error * studentQuantile((1 + confidence) / 2, count - 1)
  return {
    efficiency: middle,
    error,
    low: middle - reach,
    high: middle + reach,
    spread: Math.sqrt(between),
    count,
  }
}

/** Return the standard error of a weighted mean from its residuals; NaN below two. */
function findError(values: readonly number[], weights: readonly number[], middle: number): number {
  const count = values.length
  if (count < 2) return Number.NaN
  let total = 0
  let squares = 0
  for (const [i, weight] of weights.entries()) {
    const pull = weight * (values[i]! - middle)
    total += weight
    squares += pull * pull
  }
  return (Math.sqrt(squares) / total) * Math.sqrt(count / (count - 1))
}
