import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { findLeaks, measureLag, mostLeak, type Leak } from '../compensation/leaks.ts'
import { wellOf } from '../curves/correct.ts'
import type { MeasuredTarget } from './measure-run.ts'

/** Light that a curve may have from another dye. */
export interface CurveLeak {
  /** Part of the other dye's curve. */
  part: number
  /** Part up to which crosstalk is to be expected of the run; above it the curve has only a flag. */
  most: number
}

/** By well, undefined where a curve is like no other dye's. */
export type TargetLeaks = readonly (CurveLeak | undefined)[]

/**
 * Without a compensation neighbouring channels see up to an eighth of a dye, some half of it. Only a curve that is the
 * other's in all but its height is suspect then: a target of its own seldom grows in the very same
 * cycles. Where noise hides the likeness, it is the other's if it comes at the same moment.
 */
const uncompensated = {
  most: 0.12,
  widest: 0.6,
  likeness: 0.995,
  lag: 0.05,
  lagError: 0.25,
} as const

/**
 * Find, by target and well, curves that may be nothing but another dye's light: a person must decide. Targets of one
 * channel are no crosstalk of each other.
 */
export function findRunLeaks(
  measured: readonly MeasuredTarget[],
  { targets, compensation }: Evaluation,
): TargetLeaks[] {
  const [first] = measured
  if (!first) return []
  const { wells, points } = first.curves
  const channels = [...new Set(targets.map(({ channel }) => channel))]
  const curves = channels.map((name) => {
    const index = targets.findIndex(({ channel }) => channel === name)
    return measured[index]!.curves.corrected
  })
  const most = compensation ? mostLeak : uncompensated.most
  const widest = compensation ? mostLeak : uncompensated.widest
  const leaks = targets.map(() => Array.from<CurveLeak | undefined>({ length: wells }))
  for (const leak of findLeaks(curves, wells, points, widest)) {
    const { well, dye, from, part } = leak
    const isSuspect = compensation !== undefined || isAlike(leak)
    const one = wellOf(curves[dye]!, well, points)
    const comesAtOnce = !isSuspect && part > 0 && isAtOnce(one, wellOf(curves[from]!, well, points))
    for (const [index, { channel, cq_method }] of targets.entries()) {
      if (channel !== channels[dye]) continue
      // Keep the calls and flags of recipes from before the method was written.
      if (isSuspect || (comesAtOnce && cq_method !== undefined))
        leaks[index]![well] = { part, most }
    }
  }
  return leaks
}

function isAlike({ part, likeness }: Leak): boolean {
  return part > 0 && part <= uncompensated.most && likeness >= uncompensated.likeness
}

function isAtOnce(curve: Float64Array, source: Float64Array): boolean {
  const { lag, error } = measureLag(curve, source)
  return error <= uncompensated.lagError && Math.abs(lag) <= uncompensated.lag + 2 * error
}

/** Return the leak that puts a call in doubt; undefined for a larger one, which has only a flag. */
export function leakInDoubt(leak: CurveLeak | undefined): CurveLeak | undefined {
  return leak && Math.abs(leak.part) <= leak.most ? leak : undefined
}

/** Return true if no leak of one target changed. */
export function areLeaksEqual(one: TargetLeaks, other: TargetLeaks): boolean {
  return one === other || one.every((leak, well) => leak?.part === other[well]?.part)
}
