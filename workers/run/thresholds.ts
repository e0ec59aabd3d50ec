import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { LayoutSample } from './controls.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { findThreshold } from '../curves/threshold.ts'

/**
 * Threshold of each well: the target's, or the one given for the well's reaction mix. An automatic one
 * follows the noise of the wells that it is for.
 */
export function setThresholds(
  target: TargetRule,
  { curves }: MeasuredTarget,
  owners: readonly (LayoutSample | null)[],
): Float64Array {
  const rules = target.well_thresholds ?? []
  const ruleOf = owners.map((owner) =>
    rules.findIndex(({ well_type }) => well_type === owner?.well_type),
  )
  const values = [target, ...rules].map(({ threshold }, index) => {
    if (threshold.method === 'fixed') return threshold.value
    const noises = curves.noises.filter((_, well) => ruleOf[well] === index - 1)
    return findThreshold(noises, threshold.factor)
  })
  return Float64Array.from(ruleOf, (index) => values[index + 1]!)
}
