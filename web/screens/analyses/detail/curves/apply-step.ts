import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { callNames, type Results, type WellResult } from '../../../../../domain/results.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import { type BenchStep, noCall } from '../../../../../workers/workbench.ts'

/**
 * Results with the Cqs, calls and thresholds of a step of the workbench; wells that stay as they were keep their
 * object. Enough for the picture of a drag: samples, controls and reasons are those of before.
 */
export function applyStep(
  results: Results,
  step: BenchStep,
  targets: readonly string[],
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
): Results {
  let changed = false
  const wells = results.wells.map((well): WellResult => {
    const at = targets.indexOf(well.target) * step.wells + wellIndex(shape, well.well)
    const call = callNames[step.calls[at] ?? noCall]
    if (!call) return well
    const cq = orNull(step.cq[at])
    const threshold = orNull(step.thresholds[at])
    if (cq === well.cq && call === well.call && threshold === well.threshold) return well
    changed = true
    return { ...well, cq, call, threshold }
  })
  return changed ? { ...results, wells } : results
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
