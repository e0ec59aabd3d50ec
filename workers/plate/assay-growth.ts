import type { LinregCurves } from '../linreg/linreg.ts'
import { combineEfficiencies, type AssayCurve, type AssayEfficiency } from './assay-efficiency.ts'
import { createGrowthScratch } from './growth-equations.ts'
import { fitLimitedGrowth } from './limited-growth.ts'

/** Limited-growth efficiencies of one assay, its curves' own ones in the order of its curves. */
export interface AssayGrowth {
  assay: AssayEfficiency
  /** NaN for a curve that does not count, did not amplify or could not be fitted. */
  efficiency: Float64Array
  error: Float64Array
}

/**
 * Estimate the efficiency of an assay from all its curves that amplified, `curves[curve * points + cycle - 1]` in raw
 * fluorescence; `found` is the result of LinRegPCR for them. Neither quantities nor Cqs are needed.
 */
export function estimateAssay(
  curves: Float64Array,
  points: number,
  found: LinregCurves,
  members: readonly AssayCurve[],
  confidence = 0.95,
): AssayGrowth {
  const scratch = createGrowthScratch(points)
  const efficiency = new Float64Array(members.length).fill(Number.NaN)
  const error = new Float64Array(members.length).fill(Number.NaN)
  const fits = members.flatMap(({ curve, counted }, i) => {
    if (!counted || found.amplified[curve] !== 1) return []
    const values = curves.subarray(curve * points, (curve + 1) * points)
    const fit = fitLimitedGrowth(values, found.td0[curve]!, scratch)
    efficiency[i] = fit.efficiency
    error[i] = fit.error
    return [fit]
  })
  return { assay: combineEfficiencies(fits, confidence), efficiency, error }
}
