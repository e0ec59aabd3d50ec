import type { CqMethod, Evaluation, TargetRule } from '../entities/evaluation-recipe.ts'

/**
 * Choose the Cq method of a new target that names none. The consensus is the default because its
 * replicates scatter least on most sets at hand, with one well of a target as with a plate of them
 * (docs/curves.md, sections 8 and 22). A given threshold stays the method: it is the vendor's, or a
 * person has chosen it.
 */
export function chooseCqMethod(
  { threshold, well_thresholds }: Pick<TargetRule, 'threshold' | 'well_thresholds'>,
  { thresholds_from, assay }: Pick<Evaluation, 'thresholds_from' | 'assay'> = {},
): CqMethod {
  if (assay?.kind === 'isothermal') return 'threshold'
  const isGiven =
    threshold.method === 'fixed' || well_thresholds !== undefined || thresholds_from !== undefined
  return isGiven ? 'threshold' : 'consensus'
}

/**
 * Write the Cq method into targets that an edit adds or gives without one: a target keeps the method that it had, and a new one
 * gets the default, but the threshold in a recipe from before the method was written, whose other targets are read by it.
 */
export function keepCqMethods(evaluation: Evaluation, before: Evaluation): Evaluation {
  const known = new Map(before.targets.map((target) => [target.name, target]))
  const isOld = before.targets.some(({ cq_method: method }) => method === undefined)
  return {
    ...evaluation,
    targets: evaluation.targets.map((target) => {
      const old = known.get(target.name)
      const added = isOld ? 'threshold' : chooseCqMethod(target, evaluation)
      const method = target.cq_method ?? (old ? old.cq_method : added)
      return method ? { ...target, cq_method: method } : target
    }),
  }
}

/**
 * Write the Cq method of every target into a new evaluation, so that a later default cannot change it.
 * Stored evaluations without one were made when the threshold was the default, and keep it.
 */
export function writeCqMethods(evaluation: Evaluation, method?: CqMethod): Evaluation {
  return {
    ...evaluation,
    targets: evaluation.targets.map((target) => ({
      ...target,
      cq_method: target.cq_method ?? method ?? chooseCqMethod(target, evaluation),
    })),
  }
}
