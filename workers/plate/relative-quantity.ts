import { studentQuantile } from '../numbers/distributions.ts'
import { log2 } from '../numbers/log.ts'
import { power } from '../numbers/power.ts'

/** Cq of the replicate wells of one target in one sample; NaN where a well has none. */
export interface CqReplicates {
  sample: string
  target: string
  cqs: readonly number[]
  /** Variance that the calibration of runs adds to that of the mean, in square cycles; absent for none. */
  offsetVariance?: number
}

/** Amplification factor per cycle, 2 for perfect doubling, with its standard error. */
export interface Efficiency {
  factor: number
  error: number
}

export interface RelativeSettings {
  /** Targets to normalise to; their geometric mean counts (Vandesompele 2002). */
  references: readonly string[]
  /** Samples that are 1 by definition; of several the geometric mean counts. */
  calibrators: readonly string[]
  /** By target; a target that is not in it doubles exactly (Livak 2001). */
  efficiencies: ReadonlyMap<string, Efficiency>
  /** Part of cases in which the interval is to hold the truth, e.g. 0.95. */
  confidence: number
  /**
   * True if the spread of the calibrator's own wells counts. Livak 2001 takes the calibrator for a constant (false),
   * which makes the interval of a comparison too narrow.
   */
  calibratorError: boolean
}

/** Quantity of one target in one sample against the calibrator; NaN where it is unknown. */
export interface RelativeQuantity {
  sample: string
  target: string
  /** Mean Cq of the target minus the mean of its references'; plain cycles, for reading only. */
  deltaCq: number
  /** That minus the calibrators'. With exact doubling `log2 = -deltaDeltaCq`. */
  deltaDeltaCq: number
  /** Binary logarithm of the fold change, its standard error and degrees of freedom. */
  log2: number
  error: number
  freedom: number
  fold: number
  /** Confidence interval of `fold`: symmetric on the log2 scale, so not around `fold`. */
  low: number
  high: number
}

/** Mean of replicates with the variance of that mean; `freedom` is n - 1. */
interface Mean {
  value: number
  variance: number
  freedom: number
}

/** Something the log2 ratio is a weighted sum of. */
interface Term {
  weight: number
  mean: Mean
}

/**
 * Calculate the relative quantities of every target that is no reference, in every sample:
 *
 * `fold = E_t^(Cq_t,calibrator - Cq_t,sample) / geomean_r E_r^(Cq_r,calibrator - Cq_r,sample)`
 *
 * which is Pfaffl 2001 with several references (Vandesompele 2002, Hellemans 2007) and, where every
 * E = 2, 2^-ddCq of Livak 2001. Errors add up on the log2 scale from the means of the wells and from
 * the efficiencies (first-order propagation); the interval uses Student's t with the degrees of
 * freedom of Welch and Satterthwaite. A single well has no known spread: its fold has no interval.
 */
export function findRelativeQuantities(
  replicates: readonly CqReplicates[],
  settings: RelativeSettings,
): RelativeQuantity[] {
  const means = readMeans(replicates)
  const isCalibrator = new Set(settings.calibrators)
  const bases = new Map<string, Base>()
  return replicates.flatMap(({ sample, target }) => {
    if (settings.references.includes(target)) return []
    const base = bases.get(target) ?? makeBase(target, settings, means)
    bases.set(target, base)
    return [compare(sample, base, settings, isCalibrator.has(sample))]
  })
}

/** Means of the wells by target and sample. */
type Means = ReadonlyMap<string, ReadonlyMap<string, Mean>>

function readMeans(replicates: readonly CqReplicates[]): Means {
  const means = new Map<string, Map<string, Mean>>()
  for (const { sample, target, cqs, offsetVariance = 0 } of replicates) {
    const mean = findMean(cqs)
    const own = means.get(target) ?? new Map<string, Mean>()
    own.set(sample, { ...mean, variance: mean.variance + offsetVariance })
    means.set(target, own)
  }
  return means
}

/** A target with its references, and the calibrators' means of each: the same for every sample. */
interface Base {
  target: string
  genes: {
    weight: number
    efficiency: Efficiency
    meanOf: (sample: string) => Mean
    calibrators: Mean[]
  }[]
  /** Mean difference of the calibrators, in cycles. */
  deltaCq: number
}

function makeBase(target: string, settings: RelativeSettings, means: Means): Base {
  const { references, calibrators, efficiencies } = settings
  const genes = [
    { name: target, weight: 1 },
    ...references.map((name) => ({ name, weight: -1 / references.length })),
  ].map(({ name, weight }) => {
    const meanOf = (sample: string) => means.get(name)?.get(sample) ?? unknown
    const efficiency = efficiencies.get(name) ?? { factor: 2, error: 0 }
    return { weight, efficiency, meanOf, calibrators: calibrators.map(meanOf) }
  })
  const delta = (one: string) => deltaOf(genes, one)
  return {
    target,
    genes,
    deltaCq: calibrators.reduce((sum, one) => sum + delta(one), 0) / calibrators.length,
  }
}

function deltaOf(genes: Base['genes'], sample: string): number {
  return genes.reduce((sum, { meanOf, weight }) => sum + weight * meanOf(sample).value, 0)
}

const unknown: Mean = { value: Number.NaN, variance: Number.NaN, freedom: 0 }

/** Return the mean of the values that are numbers. */
export function findMean(values: readonly number[]): Mean {
  const known = values.filter(Number.isFinite)
  const count = known.length
  if (count === 0) return unknown
  const value = known.reduce((sum, one) => sum + one, 0) / count
  if (count === 1) return { value, variance: Number.NaN, freedom: 0 }
  const squares = known.reduce((sum, one) => sum + (one - value) * (one - value), 0)
  return { value, variance: squares / (count - 1) / count, freedom: count - 1 }
}

function compare(
  sample: string,
  base: Base,
  settings: RelativeSettings,
  isCalibrator: boolean,
): RelativeQuantity {
  const { ratio, terms, efficiencyVariance } = weigh(sample, base, settings, isCalibrator)
  const { variance, freedom } = addUp(terms)
  const deltaCq = deltaOf(base.genes, sample)
  return {
    sample,
    target: base.target,
    deltaCq,
    deltaDeltaCq: deltaCq - base.deltaCq,
    freedom,
    ...findInterval(ratio, Math.sqrt(variance + efficiencyVariance), freedom, settings.confidence),
  }
}

/** Return the log2 ratio against the calibrators, its terms, and the variance that efficiencies add. */
function weigh(
  sample: string,
  { genes }: Base,
  { calibrators, calibratorError }: RelativeSettings,
  isCalibrator: boolean,
): { ratio: number; terms: Term[]; efficiencyVariance: number } {
  const terms: Term[] = []
  let ratio = 0
  let efficiencyVariance = 0
  for (const { weight, efficiency, meanOf, calibrators: others } of genes) {
    const { factor, error } = efficiency
    const doublings = log2(factor)
    const own = meanOf(sample)
    const fewer = others.reduce((sum, { value }) => sum + value, 0) / others.length - own.value
    ratio += weight * doublings * fewer
    // Derive d log2(E) / dE = 1 / (E ln 2) = log2(e) / E.
    const part = (weight * fewer * error * Math.LOG2E) / factor
    efficiencyVariance += part * part
    // Leave out the share of a sample among the calibrators, which cancels out: the only calibrator is 1 without error.
    const share = calibratorError && isCalibrator ? 1 / calibrators.length : 0
    terms.push({ weight: weight * doublings * (1 - share), mean: own })
    if (!calibratorError) continue
    for (const [i, mean] of others.entries()) {
      if (calibrators[i] === sample) continue
      terms.push({ weight: (weight * doublings) / calibrators.length, mean })
    }
  }
  return { ratio, terms, efficiencyVariance }
}

/** Return the variance of a weighted sum of means with its Welch-Satterthwaite degrees of freedom. */
export function addUp(terms: readonly Term[]): { variance: number; freedom: number } {
  let variance = 0
  let spread = 0
  for (const { weight, mean } of terms) {
    if (weight === 0) continue
    const part = weight * weight * mean.variance
    variance += part
    spread += mean.freedom > 0 ? (part * part) / mean.freedom : 0
  }
  // Take any freedom where wells agree to the last digit and leave nothing to divide: it gives the same interval.
  const freedom = spread > 0 ? (variance * variance) / spread : Number.POSITIVE_INFINITY
  return { variance, freedom: variance === variance ? freedom : 0 }
}

/** Fold change and its interval from a log2 ratio. */
export function findInterval(
  ratio: number,
  error: number,
  freedom: number,
  confidence: number,
): Pick<RelativeQuantity, 'log2' | 'error' | 'fold' | 'low' | 'high'> {
  const reach = error > 0 ? studentQuantile(0.5 + confidence / 2, freedom) * error : error
  return {
    log2: ratio,
    error,
    fold: power(2, ratio),
    low: power(2, ratio - reach),
    high: power(2, ratio + reach),
  }
}
