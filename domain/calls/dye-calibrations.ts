import * as v from 'valibot'
import { dyeCalibrationActions } from '../actions/dye-calibration.ts'
import { post, search } from '../call.ts'
import {
  DyeCalibration,
  dyeCalibration,
  DyePlate,
  MeasuredDyes,
} from '../entities/dye-calibration.ts'
import { searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'

const needs = 'evaluationRecipe.create'

/** Colour calibrations from runs of pure dyes (decision 60). */
export const dyeCalibrationCalls = {
  search: searchRow(dyeCalibration),
  /** Calculates and keeps nothing. */
  measure: search('/dye_calibrations/measure', { needs, body: DyePlate, data: MeasuredDyes }),
  /** Calculates again and keeps it, where every limit is met. */
  keep: post('/dye_calibrations/keep', { needs, body: DyePlate, data: DyeCalibration }),
  withdraw: post('/dye_calibrations/withdraw/:id', {
    needs: dyeCalibrationActions.withdraw.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: DyeCalibration,
  }),
}
