import { chiSquareTail, normalQuantile } from '../numbers/distributions.ts'
import { log, log10 } from '../numbers/log.ts'
import { power } from '../numbers/power.ts'
import { fitHitRates, type HitRate, type HitRateFit, type HitRateLink } from './hit-rate-fit.ts'
import type { Interval } from './standard-curve.ts'

/** Replicates of one quantity, and how many of them were detected. */
export interface HitLevel {
  quantity: number
  tested: number
  detected: number
}

export interface DetectionSettings {
  /** Share of replicates that must be detected at the limit. */
  rate: number
  link: HitRateLink
  confidence: number
}

/** Limit of detection in the unit of the quantities. */
export interface DetectionLimit {
  /** Its confidence interval is Fieller's; an end is NaN where it has none. */
  limit: Interval
  slope: number
  intercept: number
  /** Probability of hit rates this far off the curve: small means that it does not fit. */
  fit: number
  /** Position of the limit among the tested quantities; outside of them it is an extrapolation. */
  range: 'below' | 'within' | 'above'
}

/** Reasons why a limit of detection cannot be computed. */
export type DetectionProblem =
  /** Fewer than three quantities were tested. */
  | 'too_few_levels'
  /** Everything was detected: the limit is below the lowest quantity. */
  | 'all_detected'
  | 'none_detected'
  /** No quantity was detected in part, so that nothing tells how steep the change is. */
  | 'no_partial_level'
  /** More quantity is not detected more often. */
  | 'not_rising'

export type DetectionOutcome =
  | ({ outcome: 'found' } & DetectionLimit)
  /** The limit is known to be between two tested quantities, where they tell; NaN where not. */
  | { outcome: DetectionProblem; above: number; below: number }

const standard: DetectionSettings = { rate: 0.95, link: 'probit', confidence: 0.95 }
const leastLevels = 3

/**
 * Find the quantity that is detected in 95 % (`rate`) of replicates: probit or logit regression of hit rates on log10
 * quantity. Levels of no quantity (blanks) do not count.
 *
 * Forootan et al., Biomol Detect Quantif 2017;12:1 (PMC5496743); CLSI EP17-A2; Finney, Probit
 * Analysis, 1971; interval: Fieller, J R Stat Soc B 1954;16:175.
 */
export function findDetectionLimit(
  levels: readonly HitLevel[],
  settings: DetectionSettings = standard,
): DetectionOutcome {
  const rates = poolLevels(levels)
  const problem = findProblem(rates)
  if (problem) return { outcome: problem, ...findBounds(rates, settings.rate) }
  const fit = fitHitRates(rates, settings.link)
  if (!fit || !(fit.slope > 0)) {
    return {
      outcome: fit ? 'not_rising' : 'no_partial_level',
      ...findBounds(rates, settings.rate),
    }
  }
  const limit = invert(fit, settings)
  const [lowest, highest] = [rates[0]!, rates[rates.length - 1]!]
  const at = log10(limit.value)
  return {
    outcome: 'found',
    limit,
    slope: fit.slope,
    intercept: fit.intercept,
    fit: chiSquareTail(fit.deviance, rates.length - 2),
    range: at < lowest.log10Quantity ? 'below' : at > highest.log10Quantity ? 'above' : 'within',
  }
}

type PooledLevel = HitLevel & HitRate

/** Pool levels of the same quantity, from the lowest to the highest. */
function poolLevels(levels: readonly HitLevel[]): PooledLevel[] {
  const pooled = new Map<number, PooledLevel>()
  for (const { quantity, tested, detected } of levels) {
    if (!(quantity > 0 && tested > 0 && detected >= 0 && detected <= tested)) continue
    const known = pooled.get(quantity)
    if (known) {
      known.tested += tested
      known.detected += detected
    } else pooled.set(quantity, { quantity, log10Quantity: log10(quantity), tested, detected })
  }
  return [...pooled.values()].sort((a, b) => a.quantity - b.quantity)
}

function findProblem(rates: readonly HitRate[]): DetectionProblem | undefined {
  if (rates.length < leastLevels) return 'too_few_levels'
  if (rates.every(({ tested, detected }) => detected === tested)) return 'all_detected'
  if (rates.every(({ detected }) => detected === 0)) return 'none_detected'
  if (rates.every(({ tested, detected }) => detected === 0 || detected === tested)) {
    return 'no_partial_level'
  }
  return undefined
}

/** Return the highest level that misses the rate, and lowest one from which on all reach it. */
function findBounds(
  levels: readonly PooledLevel[],
  rate: number,
): { above: number; below: number } {
  let last = -1
  for (const [i, { tested, detected }] of levels.entries()) {
    if (detected < rate * tested) last = i
  }
  return {
    above: levels[last]?.quantity ?? Number.NaN,
    below: levels[last + 1]?.quantity ?? Number.NaN,
  }
}

/** Return the quantity at a rate of detection, with Fieller's interval. */
function invert(fit: HitRateFit, { rate, link, confidence }: DetectionSettings): Interval {
  const goal = link === 'probit' ? normalQuantile(rate) : log(rate / (1 - rate))
  const z = normalQuantile((1 + confidence) / 2)
  const value = (goal - fit.intercept) / fit.slope
  const g = (z * z * fit.slopeVariance) / (fit.slope * fit.slope)
  const quantity = power(10, value)
  if (!(g < 1)) return { value: quantity, low: Number.NaN, high: Number.NaN }
  const shift = (g / (1 - g)) * (value + fit.covariance / fit.slopeVariance)
  const inner =
    fit.interceptVariance +
    2 * value * fit.covariance +
    value * value * fit.slopeVariance -
    g * (fit.interceptVariance - (fit.covariance * fit.covariance) / fit.slopeVariance)
  const reach = ((z / fit.slope) * Math.sqrt(inner)) / (1 - g)
  return {
    value: quantity,
    low: power(10, value + shift - reach),
    high: power(10, value + shift + reach),
  }
}
