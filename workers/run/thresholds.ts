import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { LayoutSample } from './controls.ts'
import type { MeasuredTarget } from './measure-run.ts'
import type { CorrectedChannel } from '../curves/correct.ts'
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
    const noises = thresholdNoises(curves, (well) => ruleOf[well] === index - 1)
    return findThreshold(noises, threshold.factor)
  })
  return Float64Array.from(ruleOf, (index) => values[index + 1]!)
}

/**
 * Noises of the wells that an automatic threshold follows. A well that rises without a window says little
 * of the noise and does not count, unless there is no other.
 */
export function thresholdNoises(
  { noises, floors }: Pick<CorrectedChannel, 'noises' | 'floors'>,
  isOwn: (well: number) => boolean = () => true,
): Float64Array {
  const own = noises.filter((_, well) => isOwn(well))
  const found = noises.filter((_, well) => isOwn(well) && floors[well] !== 1)
  return found.some((noise) => noise > 0) ? found : own
}
