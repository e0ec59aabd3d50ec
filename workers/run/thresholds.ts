import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { LayoutSample } from './controls.ts'
import type { MeasuredTarget } from './measure-run.ts'
import type { CorrectedChannel } from '../curves/correct.ts'
import { findThreshold } from '../curves/threshold.ts'
import { findLeastThreshold } from '../isothermal/time-to-threshold.ts'

/**
 * Set the threshold of each well: the target's, or the one given for the well's reaction mix. An automatic one follows
 * the noise of its wells.
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
    return placeThreshold(curves, threshold.factor, (well) => ruleOf[well] === index - 1)
  })
  return Float64Array.from(ruleOf, (index) => values[index + 1]!)
}

/** Place an automatic threshold for some wells. Of an isothermal run it is at least a part of the typical rise. */
export function placeThreshold(
  curves: CorrectedChannel,
  factor: number,
  isOwn: (well: number) => boolean = () => true,
): number {
  const overNoise = findThreshold(thresholdNoises(curves, isOwn), factor)
  const least = findLeastThreshold(curves, isOwn)
  return least > 0 ? Math.max(overNoise, least) : overNoise
}

/**
 * Return the noises of the wells that an automatic threshold follows. A well that rises without a window tells little
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
