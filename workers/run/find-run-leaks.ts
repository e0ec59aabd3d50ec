import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { findLeaks } from '../curves/compensation-leaks.ts'
import type { MeasuredTarget } from '../curves/measure-run.ts'

/**
 * By target and well, the part of another dye's curve that a curve looks like the rest of after the
 * compensation; NaN where it does not. Null for a run that is not compensated here: nothing is known
 * of its crosstalk.
 */
export function findRunLeaks(
  measured: readonly MeasuredTarget[],
  { targets, compensation }: Evaluation,
): Float64Array[] | null {
  const [first] = measured
  if (!compensation || !first) return null
  const { wells, points } = first.curves
  const parts = measured.map(() => new Float64Array(wells).fill(Number.NaN))
  // One curve a channel: two targets of one channel are no crosstalk of each other.
  const ones = targets.findIndex.bind(targets)
  const distinct = [
    ...new Set(targets.map(({ channel }) => ones((one) => one.channel === channel))),
  ]
  const curves = distinct.map((index) => measured[index]!.curves.corrected)
  for (const { well, dye, part } of findLeaks(curves, wells, points)) {
    const { channel } = targets[distinct[dye]!]!
    for (const [index, target] of targets.entries()) {
      if (target.channel === channel) parts[index]![well] = part
    }
  }
  return parts
}
