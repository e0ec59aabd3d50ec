import type { Readings } from '../curves/readings.ts'
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

function countPhase({ points, values }: Pick<Readings, 'points' | 'values'>): Counted {
  const read = new Set<number>()
  for (let at = 0; at < values.length && read.size < points; at += 1) {
    if (Number.isFinite(values[at])) read.add(at % points)
  }
  return { measured: read.size, last: Math.max(-1, ...read) + 1 }
}
