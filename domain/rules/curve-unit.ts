import type { CurveState } from '../entities/analysis.ts'
import type { Evaluation } from '../entities/evaluation-recipe.ts'

/** Unit of a run's curves: Rn where a passive reference divides or has divided them, else the arbitrary unit of the light. */
export type CurveUnit = 'rn' | 'au'

/**
 * Return the unit of the curves, thresholds and end points of an evaluation. Stages that divide curves decide it here.
 * @param curves state of imported curves: the instrument's software has divided the normalised ones
 */
export function curveUnit(
  { passive_reference }: Pick<Evaluation, 'passive_reference'>,
  curves?: CurveState,
): CurveUnit {
  return passive_reference === null && curves !== 'normalised' ? 'au' : 'rn'
}

/** Signs for a curve less its baseline, which are the same in every language. */
export const correctedSigns: Readonly<Record<CurveUnit, string>> = { rn: 'ΔRn', au: 'ΔF (a.u.)' }
