import type { AnalysisSource, CurveState } from '../entities/analysis.ts'
import type { Evaluation } from '../entities/evaluation-recipe.ts'

/** Steps of the calculation that were done before a file with such curves was written. */
const done: Readonly<
  Record<CurveState, { compensated: boolean; divided: boolean; subtracted: boolean }>
> = {
  raw: { compensated: false, divided: false, subtracted: false },
  compensated: { compensated: true, divided: false, subtracted: false },
  normalised: { compensated: true, divided: true, subtracted: false },
  'baseline-subtracted': { compensated: true, divided: true, subtracted: true },
}

/**
 * Return the rules of a method without the steps that a file had done to its curves: no colour compensation, passive
 * reference or baseline is applied a second time (docs/curves.md 20). For every method that judges imported curves: at the
 * import, in a recalculation by a recipe, on the bench for methods and for the figures of a version.
 * @param source file that the curves are of; absent for a run of a device, whose curves are raw.
 */
export function fitToCurves(
  evaluation: Evaluation,
  source: Pick<AnalysisSource, 'curves'> | undefined,
): Evaluation {
  const { compensated, divided, subtracted } = done[source?.curves ?? 'raw']
  if (!compensated) return evaluation
  const { compensation: _, ...rules } = evaluation
  return {
    ...rules,
    passive_reference: divided ? null : rules.passive_reference,
    targets: subtracted
      ? rules.targets.map((target) => ({ ...target, baseline: { method: 'none' } as const }))
      : rules.targets,
  }
}
