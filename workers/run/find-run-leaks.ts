import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { findLeaks, mostLeak } from '../compensation/leaks.ts'
import type { MeasuredTarget } from './measure-run.ts'

/** Light that a curve may have from another dye. */
export interface CurveLeak {
  /** Part of the other dye's curve. */
  part: number
  /** Part up to which crosstalk is to be expected of the run. */
  most: number
}

/** By well, undefined where a curve is like no other dye's. */
export type TargetLeaks = readonly (CurveLeak | undefined)[]

/**
 * Without a compensation neighbouring channels see up to an eighth of a dye. Only a curve that is the
 * other's in all but its height is suspect then: a target of its own seldom grows in the very same
 * cycles.
 */
const uncompensated = { most: 0.12, likeness: 0.995 } as const

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
  const leaks = targets.map(() => Array.from<CurveLeak | undefined>({ length: wells }))
  for (const { well, dye, part, likeness } of findLeaks(curves, wells, points, most)) {
    if (!compensation && !(part > 0 && likeness >= uncompensated.likeness)) continue
    for (const [index, { channel }] of targets.entries()) {
      if (channel === channels[dye]) leaks[index]![well] = { part, most }
    }
  }
  return leaks
}

/** Return true if no leak of one target changed. */
export function areLeaksEqual(one: TargetLeaks, other: TargetLeaks): boolean {
  return one === other || one.every((leak, well) => leak?.part === other[well]?.part)
}
