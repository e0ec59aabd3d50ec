import type { DyeCalibration } from '../entities/dye-calibration.ts'
import type { Actions } from './action.ts'

export type DyeCalibrationState = 'usable' | 'withdrawn'

export function dyeCalibrationState({
  withdrawn,
}: Pick<DyeCalibration, 'withdrawn'>): DyeCalibrationState {
  return withdrawn ? 'withdrawn' : 'usable'
}

/** Actions on a colour calibration, for the people who write evaluations. Recipes and results that have its matrix keep it. */
export const dyeCalibrationActions = {
  withdraw: {
    from: ['usable'],
    to: 'withdrawn',
    needs: 'evaluationRecipe.create',
    reasonDue: 'always',
  },
} as const satisfies Actions<DyeCalibrationState>
