import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'

/** Cq of the replicates of one quantity; NaN for a replicate that was not detected. */
export interface ReplicateLevel {
  quantity: number
  cqs: readonly number[]
}

/** Precision of quantification at a level. */
export interface LevelPrecision {
  quantity: number
  /** Replicates with a Cq, of all that were tested. */
  measured: number
  tested: number
  /** Standard deviation of Cq; NaN below two. */
  cqSd: number
  /** Coefficient of variation of the quantity; NaN below two. */
  cv: number
  /** True if the level may have a quantity: all replicates measured, enough of them, CV in limit. */
  quantifiable: boolean
}

export type QuantificationOutcome =
  | { outcome: 'found'; limit: number; levels: LevelPrecision[] }
  /** The highest level is too imprecise already, or no level has enough replicates. */
  | { outcome: 'no_level_precise' | 'too_few_replicates'; levels: LevelPrecision[] }

/** A deviation of two replicates says nothing. */
const leastReplicates = 3

/**
 * Limit of quantification: the lowest quantity at which, as at all above it, every replicate is
 * measured and their quantities scatter by `mostCv` at most (0.35 in Forootan 2017). The scatter is
 * that of a log-normal quantity whose logarithm scatters as Cq does:
 * CV = sqrt(E^(sd^2 ln E) - 1), E fold a cycle.
 *
 * Forootan et al., Biomol Detect Quantif 2017;12:1 (PMC5496743).
 */
export function findQuantificationLimit(
  levels: readonly ReplicateLevel[],
  efficiency: number,
  mostCv = 0.35,
): QuantificationOutcome {
  const precisions = levels
    .filter(({ quantity }) => quantity > 0)
    .map((level) => measurePrecision(level, efficiency, mostCv))
    .sort((a, b) => b.quantity - a.quantity)
  let limit = Number.NaN
  for (const { quantity, quantifiable } of precisions) {
    if (!quantifiable) break
    limit = quantity
  }
  if (limit > 0) return { outcome: 'found', limit, levels: precisions }
  const enough = precisions.some(({ measured }) => measured >= leastReplicates)
  return { outcome: enough ? 'no_level_precise' : 'too_few_replicates', levels: precisions }
}

function measurePrecision(
  { quantity, cqs }: ReplicateLevel,
  efficiency: number,
  mostCv: number,
): LevelPrecision {
  const measured = cqs.filter(Number.isFinite)
  const mean = measured.reduce((sum, cq) => sum + cq, 0) / measured.length
  const squares = measured.reduce((sum, cq) => sum + (cq - mean) * (cq - mean), 0)
  const cqSd = measured.length < 2 ? Number.NaN : Math.sqrt(squares / (measured.length - 1))
  const cv = findCv(cqSd, efficiency)
  const complete = measured.length === cqs.length && measured.length >= leastReplicates
  return {
    quantity,
    measured: measured.length,
    tested: cqs.length,
    cqSd,
    cv,
    quantifiable: complete && cv <= mostCv,
  }
}

/** Return the coefficient of variation of a log-normal quantity from the standard deviation of its Cq. */
export function findCv(cqSd: number, efficiency: number): number {
  const deviation = cqSd * log(efficiency)
  return Math.sqrt(exp(deviation * deviation) - 1)
}
