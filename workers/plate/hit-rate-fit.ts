import { normalCdf } from '../numbers/distributions.ts'
import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'

/** Replicates at one log10 quantity, and how many of them were detected. */
export interface HitRate {
  log10Quantity: number
  tested: number
  detected: number
}

/** Probability of detection = link(intercept + slope * log10 quantity), with its covariance. */
export interface HitRateFit {
  link: HitRateLink
  intercept: number
  slope: number
  /** Variances of intercept and slope, and their covariance. */
  interceptVariance: number
  slopeVariance: number
  covariance: number
  /** Twice the log-likelihood that a free rate at each level gains, levels - 2 degrees of freedom. */
  deviance: number
}

export type HitRateLink = 'probit' | 'logit'

const mostRounds = 100
const enough = 1e-12
const perRootTwoPi = 0.3989422804014327

/**
 * Fit a probit or logit regression by maximum likelihood (Fisher scoring): Finney, Probit Analysis, 1971; McCullagh &
 * Nelder, Generalized Linear Models, 1989. Null where the likelihood has no maximum, as when no level is detected in
 * part.
 */
export function fitHitRates(levels: readonly HitRate[], link: HitRateLink): HitRateFit | null {
  const tested = levels.reduce((sum, level) => sum + level.tested, 0)
  const middle = levels.reduce((sum, level) => sum + level.tested * level.log10Quantity, 0) / tested
  let constant = 0
  let slope = 0
  for (let round = 0; round < mostRounds; round++) {
    const { information, score } = addUp(levels, middle, constant, slope, link)
    const [a, b, c] = information
    const det = a * c - b * b
    if (!(det > 0)) return null
    const first = (score[0] * c - score[1] * b) / det
    const second = (score[1] * a - score[0] * b) / det
    constant += first
    slope += second
    if (!(Math.abs(slope) < 1e4)) return null
    if (Math.abs(first) + Math.abs(second) > enough * (1 + Math.abs(constant) + Math.abs(slope)))
      continue
    const variance = { constant: c / det, slope: a / det, both: -b / det }
    return {
      link,
      intercept: constant - slope * middle,
      slope,
      interceptVariance:
        variance.constant - 2 * middle * variance.both + middle * middle * variance.slope,
      slopeVariance: variance.slope,
      covariance: variance.both - middle * variance.slope,
      deviance: findDeviance(levels, constant - slope * middle, slope, link),
    }
  }
  return null
}

/** Add up Fisher information (constant, both, slope) and score of the likelihood. */
function addUp(
  levels: readonly HitRate[],
  middle: number,
  constant: number,
  slope: number,
  link: HitRateLink,
): { information: [number, number, number]; score: [number, number] } {
  const information: [number, number, number] = [0, 0, 0]
  const score: [number, number] = [0, 0]
  for (const { log10Quantity, tested, detected } of levels) {
    const x = log10Quantity - middle
    const { rate, miss, density } = evaluate(constant + slope * x, link)
    const spread = rate * miss
    if (!(spread > 0)) continue
    const weight = (tested * density * density) / spread
    const pull = ((detected * miss - (tested - detected) * rate) * density) / spread
    information[0] += weight
    information[1] += weight * x
    information[2] += weight * x * x
    score[0] += pull
    score[1] += pull * x
  }
  return { information, score }
}

/** Rate of detection, what it lacks to 1, and its slope against the linear predictor. */
function evaluate(eta: number, link: HitRateLink): { rate: number; miss: number; density: number } {
  if (link === 'probit') {
    const density = perRootTwoPi * exp(-0.5 * eta * eta)
    return { rate: normalCdf(eta), miss: normalCdf(-eta), density }
  }
  const rate = 1 / (1 + exp(-eta))
  const miss = 1 / (1 + exp(eta))
  return { rate, miss, density: rate * miss }
}

function findDeviance(
  levels: readonly HitRate[],
  intercept: number,
  slope: number,
  link: HitRateLink,
): number {
  let sum = 0
  for (const { log10Quantity, tested, detected } of levels) {
    const { rate, miss } = evaluate(intercept + slope * log10Quantity, link)
    const missed = tested - detected
    if (detected > 0) sum += 2 * detected * log(detected / (tested * rate))
    if (missed > 0) sum += 2 * missed * log(missed / (tested * miss))
  }
  return sum
}
