import { studentTail } from '../numbers/distributions.ts'
import { addUp, findInterval, findMean, type RelativeQuantity } from './relative-quantity.ts'

export interface SampleGroup {
  name: string
  samples: readonly string[]
}

/** One target in one group of samples against a group taken as 1. */
export interface GroupComparison {
  group: string
  target: string
  /** Samples of the group with a quantity. */
  samples: number
  /** Difference of the mean binary logarithms, its standard error and degrees of freedom. */
  log2: number
  error: number
  freedom: number
  fold: number
  low: number
  high: number
  /** Two-sided probability of a difference as large if there were none; NaN without an interval. */
  probability: number
}

/**
 * Compare groups of biological replicates with the group named `reference`, target by target, on the log2 scale, where
 * fold changes are near normal (Hellemans 2007): Welch's t of the samples' quantities. The spread from sample to sample
 * counts; wells of one sample are no replicates of the group.
 */
export function compareGroups(
  quantities: readonly Pick<RelativeQuantity, 'sample' | 'target' | 'log2'>[],
  groups: readonly SampleGroup[],
  reference: string,
  confidence: number,
): GroupComparison[] {
  const base = groups.find(({ name }) => name === reference)
  const targets = [...new Set(quantities.map(({ target }) => target))]
  const membersOf = new Map(groups.map((group) => [group, new Set(group.samples)]))
  const logsOf = (group: SampleGroup | undefined, target: string) =>
    quantities
      .filter((one) => one.target === target && group && membersOf.get(group)?.has(one.sample))
      .map((one) => one.log2)
      .filter(Number.isFinite)
  return targets.flatMap((target) => {
    const zero = findMean(logsOf(base, target))
    return groups.map((group): GroupComparison => {
      const logs = logsOf(group, target)
      const own = findMean(logs)
      const isBase = group.name === reference
      const ratio = isBase ? 0 : own.value - zero.value
      const { variance, freedom } = addUp([
        { weight: isBase ? 0 : 1, mean: own },
        { weight: isBase ? 0 : 1, mean: zero },
      ])
      const interval = findInterval(ratio, Math.sqrt(variance), freedom, confidence)
      const probability =
        interval.error > 0 ? 2 * studentTail(Math.abs(ratio) / interval.error, freedom) : Number.NaN
      return {
        group: group.name,
        target,
        samples: logs.length,
        freedom,
        probability,
        ...interval,
      }
    })
  })
}
