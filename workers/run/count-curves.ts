import type { Readings } from '../curves/readings.ts'
import type { RunPoints } from '../../domain/entities/analysis.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { countPoints } from '../../domain/rules/run-points.ts'
import type { RunCurves } from './blob.ts'

interface Counted {
  measured: number
  /** The highest point that was measured, counted from 1. */
  last: number
}

/** Count the points of a run's curves at which at least one well was read. */
export function countCurves({ amplification, melt }: RunCurves): { AMP: Counted; VAL: Counted } {
  return { AMP: countPhase(amplification), VAL: melt ? countPhase(melt) : { measured: 0, last: 0 } }
}

/**
 * Count the points of an imported run, or of one whose record keeps no count, by its curves. Only cycles are compared with
 * the plan: melts of other instruments do not have one point per step, and many files leave them out. `ordered` is the number
 * of cycles that people added, negative for cycles that they took off.
 */
export function countCurvePoints(
  process: Process,
  curves: RunCurves,
  ordered = 0,
): RunPoints | undefined {
  const points = countPoints(process, countCurves(curves), ordered)
  return points && { ...points, VAL: { ...points.VAL, planned: points.VAL.last } }
}

function countPhase({ points, values }: Pick<Readings, 'points' | 'values'>): Counted {
  const read = new Set<number>()
  for (let at = 0; at < values.length && read.size < points; at += 1) {
    if (Number.isFinite(values[at])) read.add(at % points)
  }
  return { measured: read.size, last: Math.max(-1, ...read) + 1 }
}
