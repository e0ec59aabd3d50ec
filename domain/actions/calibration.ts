import type { Actions } from './action.ts'

/** States of a calibration: a draft is prepared again as often as needed, an accepted one is never touched. */
export type CalibrationState = 'draft' | 'accepted'

/** Actions of a calibration (decision 63). */
export const calibrationActions = {
  prepare: { from: ['draft'], needs: 'calibrations.compute' },
  sign: { from: ['draft'], to: 'accepted', needs: 'calibrations.compute' },
} as const satisfies Actions<CalibrationState>
