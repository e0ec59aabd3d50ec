import { expInPlace } from '../numbers/exp.ts'
import { logInPlace } from '../numbers/log.ts'

/**
 * Exponent with which growth slows down as the product accumulates: 1 is the logistic curve, whose efficiency falls in
 * proportion to the product (Rutledge & Stewart, BMC Mol Biol 2008;9:96). Real reactions keep their efficiency a little
 * longer. Dilution series of nine data sets, each fitted alone, give 0.9 to 1.3 with a median of 1.17; leaving one out
 * moves the median by 0.02.
 */
const sharpness = 1.17

/** Memory of a fit, used for one curve after another. */
export interface GrowthScratch {
  /** Cycles around the take-off. */
  cycle: Float64Array
  /** One over the variance of a reading, 0 where there is none. */
  weight: Float64Array
  /** Growth at the state that was evaluated last, and how free of limits it was: 1 to 0. */
  growth: Float64Array
  free: Float64Array
  byRate: Float64Array
  byCentre: Float64Array
  sorted: Float64Array
}

export function createGrowthScratch(points: number): GrowthScratch {
  const array = () => new Float64Array(points)
  return {
    cycle: array(),
    weight: array(),
    growth: array(),
    free: array(),
    byRate: array(),
    byCentre: array(),
    sorted: array(),
  }
}

/** Parameters of F = baseline + rise * growth(rate, centre), and the weighted squares they leave. */
export interface GrowthState {
  rate: number
  centre: number
  baseline: number
  rise: number
  squares: number
}

/** Normal equations of rate and centre, with baseline and rise solved for. */
export interface GrowthEquations {
  rateRate: number
  rateCentre: number
  centreCentre: number
  rateGradient: number
  centreGradient: number
}

/**
 * Find the best baseline and rise for a rate r and a centre m, with the growth (1 + u)^(-1/s), u = e^(-s r (c - m)):
 * e^(r (c - m)) far below the centre, 1 far above.
 */
export function evaluateGrowth(
  part: Float64Array,
  rate: number,
  centre: number,
  scratch: GrowthScratch,
): GrowthState {
  const { cycle, weight, growth, free } = scratch
  const count = part.length
  for (let i = 0; i < count; i++) growth[i] = -rate * sharpness * (cycle[i]! - centre)
  expInPlace(growth, count)
  for (let i = 0; i < count; i++) {
    const sum = 1 + growth[i]!
    // Calculate u / (1 + u) without overflow far below the centre.
    free[i] = 1 - 1 / sum
    growth[i] = sum
  }
  logInPlace(growth, count)
  for (let i = 0; i < count; i++) growth[i] = -growth[i]! / sharpness
  expInPlace(growth, count)
  const [baseline, rise] = explain(part, scratch)
  let squares = 0
  for (let i = 0; i < part.length; i++) {
    if (weight[i] === 0) continue
    const left = part[i]! - baseline - rise * growth[i]!
    squares += weight[i]! * left * left
  }
  const sound = rise > 0 && rate > 0
  return { rate, centre, baseline, rise, squares: sound ? squares : Number.POSITIVE_INFINITY }
}

/** Fit the weighted least squares of values on a constant and the growth. */
function explain(
  values: Float64Array,
  { weight, growth }: GrowthScratch,
): [constant: number, factor: number] {
  let sum = 0
  let sumG = 0
  let sumGg = 0
  let sumV = 0
  let sumGv = 0
  for (let i = 0; i < values.length; i++) {
    const w = weight[i]!
    if (w === 0) continue
    const g = growth[i]!
    sum += w
    sumG += w * g
    sumGg += w * g * g
    sumV += w * values[i]!
    sumGv += w * g * values[i]!
  }
  const factor = (sum * sumGv - sumG * sumV) / (sum * sumGg - sumG * sumG)
  return [(sumV - factor * sumG) / sum, factor]
}

/**
 * Write the normal equations at the state that was evaluated last, after its baseline and rise took their part out of
 * both columns (variable projection: Golub & Pereyra, SIAM J Numer Anal 1973;10:413, in Kaufman's short form).
 */
export function writeGrowthEquations(
  part: Float64Array,
  state: GrowthState,
  scratch: GrowthScratch,
): GrowthEquations {
  const { cycle, weight, growth, free } = scratch
  const byRate = scratch.byRate.subarray(0, part.length)
  const byCentre = scratch.byCentre.subarray(0, part.length)
  for (let i = 0; i < part.length; i++) {
    const slope = state.rise * growth[i]! * free[i]!
    byRate[i] = slope * (cycle[i]! - state.centre)
    byCentre[i] = -slope * state.rate
  }
  takeOut(byRate, scratch)
  takeOut(byCentre, scratch)
  const sums = { rateRate: 0, rateCentre: 0, centreCentre: 0, rateGradient: 0, centreGradient: 0 }
  for (let i = 0; i < part.length; i++) {
    const w = weight[i]!
    if (w === 0) continue
    const left = part[i]! - state.baseline - state.rise * growth[i]!
    sums.rateRate += w * byRate[i]! * byRate[i]!
    sums.rateCentre += w * byRate[i]! * byCentre[i]!
    sums.centreCentre += w * byCentre[i]! * byCentre[i]!
    sums.rateGradient += w * byRate[i]! * left
    sums.centreGradient += w * byCentre[i]! * left
  }
  return sums
}

/** Take out of values what a constant and the growth explain of them. */
function takeOut(values: Float64Array, scratch: GrowthScratch): void {
  const [constant, factor] = explain(values, scratch)
  for (let i = 0; i < values.length; i++) {
    values[i] = values[i]! - constant - factor * scratch.growth[i]!
  }
}
