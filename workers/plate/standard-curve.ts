import { fTail, studentQuantile } from '../numbers/distributions.ts'
import { power } from '../numbers/power.ts'

/** Cq of one standard well and the decimal logarithm of its quantity (copies, ng, dilution). */
export interface StandardPoint {
  log10Quantity: number
  cq: number
}

/** A value with both ends of its interval. */
export interface Interval {
  value: number
  low: number
  high: number
}

/** Straight line Cq = intercept + slope * log10(quantity), with what is needed to judge and use it. */
export interface StandardCurve {
  slope: number
  intercept: number
  slopeError: number
  interceptError: number
  /** Coefficient of determination. */
  r2: number
  /** Standard deviation of the residuals in cycles, n - 2 degrees of freedom. */
  residualSd: number
  points: number
  levels: number
  /** Lowest and highest log10 quantity. */
  lowest: number
  highest: number
  meanLog10Quantity: number
  meanCq: number
  /** Sum of squares of log10 quantity around its mean. */
  squares: number
  /** Level of all intervals, e.g. 0.95. */
  confidence: number
  /** Fold a cycle, 10^(-1/slope); an end is NaN where the slope's interval reaches zero. */
  efficiency: Interval
  /** Test of the line against the means of its levels; NaN without replicates or a third level. */
  lackOfFit: { f: number; p: number }
}

/** Reasons for having no standard curve. */
export type StandardProblem = 'too_few_points' | 'too_few_levels'

export type StandardOutcome =
  | { outcome: 'fitted'; curve: StandardCurve }
  | { outcome: StandardProblem }

/**
 * Fit Cq on log10 quantity by ordinary least squares. Points without a Cq (NaN) do not count; three points at two
 * levels are the least. The caller chooses between single replicates and their mean (`averageReplicates`): the mean
 * shows the error of pipetting a level again, single replicates count the pipetting of a level only once.
 *
 * Rutledge & Cote, Nucleic Acids Res 2003;31:e93; Bustin et al. (MIQE), Clin Chem 2009;55:611;
 * lack of fit: Draper & Smith, Applied Regression Analysis.
 */
export function fitStandardCurve(
  points: readonly StandardPoint[],
  confidence = 0.95,
): StandardOutcome {
  const used = points.filter(
    ({ log10Quantity, cq }) => Number.isFinite(log10Quantity) && Number.isFinite(cq),
  )
  const levels = groupLevels(used)
  if (levels.length < 2) return { outcome: 'too_few_levels' }
  if (used.length < 3) return { outcome: 'too_few_points' }
  return { outcome: 'fitted', curve: draw(used, levels, confidence) }
}

/** Calculate the line and everything that is derived from it. */
function draw(
  points: readonly StandardPoint[],
  levels: readonly StandardLevel[],
  confidence: number,
): StandardCurve {
  const count = points.length
  const sums = addUp(points)
  const slope = sums.xy / sums.xx
  const intercept = sums.meanY - slope * sums.meanX
  const left = points.reduce((sum, { log10Quantity, cq }) => {
    const residual = cq - intercept - slope * log10Quantity
    return sum + residual * residual
  }, 0)
  const residualSd = Math.sqrt(left / (count - 2))
  const slopeError = residualSd / Math.sqrt(sums.xx)
  const reach = slopeError * studentQuantile((1 + confidence) / 2, count - 2)
  return {
    slope,
    intercept,
    slopeError,
    interceptError: residualSd * Math.sqrt(1 / count + (sums.meanX * sums.meanX) / sums.xx),
    // Take 1 for equal Cqs, which leave nothing to explain.
    r2: sums.yy > 0 ? 1 - left / sums.yy : 0,
    residualSd,
    points: count,
    levels: levels.length,
    lowest: levels[0]!.log10Quantity,
    highest: levels[levels.length - 1]!.log10Quantity,
    meanLog10Quantity: sums.meanX,
    meanCq: sums.meanY,
    squares: sums.xx,
    confidence,
    efficiency: {
      value: efficiencyOf(slope),
      low: efficiencyOf(slope - reach),
      high: efficiencyOf(slope + reach),
    },
    lackOfFit: testLackOfFit(levels, left, count),
  }
}

/** Return means, and sums of squares and products around them. */
function addUp(points: readonly StandardPoint[]) {
  const meanX = points.reduce((sum, { log10Quantity }) => sum + log10Quantity, 0) / points.length
  const meanY = points.reduce((sum, { cq }) => sum + cq, 0) / points.length
  const sums = { meanX, meanY, xx: 0, xy: 0, yy: 0 }
  for (const { log10Quantity, cq } of points) {
    const x = log10Quantity - meanX
    const y = cq - meanY
    sums.xx += x * x
    sums.xy += x * y
    sums.yy += y * y
  }
  return sums
}

/** Fold a cycle of a slope; NaN for one that is not below zero. */
function efficiencyOf(slope: number): number {
  return slope < 0 ? power(10, -1 / slope) : Number.NaN
}

/** Replicates of one quantity. */
export interface StandardLevel {
  log10Quantity: number
  cqs: number[]
}

/** Group points by quantity, from the lowest to the highest. */
export function groupLevels(points: readonly StandardPoint[]): StandardLevel[] {
  const levels = new Map<number, StandardLevel>()
  for (const { log10Quantity, cq } of points) {
    const level = levels.get(log10Quantity)
    if (level) level.cqs.push(cq)
    else levels.set(log10Quantity, { log10Quantity, cqs: [cq] })
  }
  return [...levels.values()].sort((a, b) => a.log10Quantity - b.log10Quantity)
}

/** Return one point per level, with the mean of its measured Cq. */
export function averageReplicates(points: readonly StandardPoint[]): StandardPoint[] {
  const measured = points.filter(({ cq }) => Number.isFinite(cq))
  return groupLevels(measured).map(({ log10Quantity, cqs }) => ({
    log10Quantity,
    cq: cqs.reduce((sum, cq) => sum + cq, 0) / cqs.length,
  }))
}

/** Test by F if the line's residuals exceed the scatter of replicates. */
function testLackOfFit(
  levels: readonly StandardLevel[],
  left: number,
  count: number,
): { f: number; p: number } {
  const upper = levels.length - 2
  const lower = count - levels.length
  if (upper < 1 || lower < 1) return { f: Number.NaN, p: Number.NaN }
  let pure = 0
  for (const { cqs } of levels) {
    const mean = cqs.reduce((sum, cq) => sum + cq, 0) / cqs.length
    for (const cq of cqs) pure += (cq - mean) * (cq - mean)
  }
  const f = (left - pure) / upper / (pure / lower)
  return { f, p: fTail(f, upper, lower) }
}

/** Return the Cq of the line at a quantity: its confidence band, and the band of a single new well. */
export function predictCq(
  curve: StandardCurve,
  log10Quantity: number,
): { confidence: Interval; prediction: Interval } {
  const value = curve.intercept + curve.slope * log10Quantity
  const distance = log10Quantity - curve.meanLog10Quantity
  const share = 1 / curve.points + (distance * distance) / curve.squares
  const t = studentQuantile((1 + curve.confidence) / 2, curve.points - 2)
  const around = (variance: number): Interval => {
    const reach = t * curve.residualSd * Math.sqrt(variance)
    return { value, low: value - reach, high: value + reach }
  }
  return { confidence: around(share), prediction: around(1 + share) }
}
