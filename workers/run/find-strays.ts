import { findMedian } from '../numbers/median.ts'
import type { TargetEstimates } from './estimate.ts'

/** How many times as far as in the other wells the readings may stray from the common growth. */
export const mostStray = 1.8
/**
 * Standard error of a Cq in cycles below which nobody would look: what such a curve does there moves it by
 * less than a quarter of a cycle.
 */
const leastError = 0.04
/** Standard error of a Cq in cycles above which a person must look: it may lie a quarter of a cycle off. */
const reviewError = 0.1
/** Fewest curves that tell what is usual on a target. */
const fewestWells = 5

/** A curve that strays from the others of its target. */
export interface Stray {
  times: number
  /** Its Cq may be so far off that the call is for a person. */
  isFar: boolean
}

/**
 * Wells whose readings stray from the growth that the curves of their target have in common, as parts of
 * what is usual there: a step or a spike within the growth, an inhibited reaction, another product. No
 * method can tell where such a curve lies. By well; null where the curve follows the others.
 */
export function findStrays({
  scatters,
  consensusError,
}: Pick<TargetEstimates, 'scatters' | 'consensusError'>): (Stray | null)[] {
  const known = scatters.filter(Number.isFinite)
  const usual = known.length < fewestWells ? Number.NaN : findMedian(known)
  return Array.from(scatters, (scatter, well) => {
    const times = scatter / usual
    const error = consensusError[well]!
    return times > mostStray && error > leastError ? { times, isFar: error > reviewError } : null
  })
}
