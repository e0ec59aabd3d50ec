import type { CqMethod, Evaluation, TargetRule } from '../entities/evaluation-recipe.ts'

/**
 * How the Cq of a new target is read unless somebody says: by the consensus, whose replicates scatter
 * least on every set of replicates at hand, with one well of a target as with a plate of them
 * (docs/curves.md, section 8). Where a threshold is given it is read by that: it is the vendor's, or
 * somebody has chosen it.
 */
export function chooseCqMethod(
  { threshold, well_thresholds }: Pick<TargetRule, 'threshold' | 'well_thresholds'>,
  thresholdsFrom?: Evaluation['thresholds_from'],
): CqMethod {
  const isGiven =
    threshold.method === 'fixed' || well_thresholds !== undefined || thresholdsFrom !== undefined
  return isGiven ? 'threshold' : 'consensus'
}

/**
 * A new evaluation with the Cq method of every target written down. Stored ones without it were made
 * when the threshold was the default, and keep it.
 */
export function writeCqMethods(evaluation: Evaluation, method?: CqMethod): Evaluation {
  const { targets, thresholds_from: from } = evaluation
  return {
    ...evaluation,
    targets: targets.map((target) => ({
      ...target,
      cq_method: target.cq_method ?? method ?? chooseCqMethod(target, from),
    })),
  }
}
