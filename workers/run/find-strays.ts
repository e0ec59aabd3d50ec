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
/** Part of the wells above which they have no common growth, as where several assays are one target. */
const mostWells = 0.2
/** Fewest curves that tell what is usual on a target. */
const fewestWells = 5

/** A curve that strays from the others of its target. */
export interface Stray {
  times: number
  /** It is one of few, and its Cq may be so far off that the call is for a person. */
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
  const times = scatters.map((scatter, well) => {
    return consensusError[well]! > leastError ? scatter / usual : Number.NaN
  })
  const isCommon = times.filter((one) => one > mostStray).length <= mostWells * known.length
  return Array.from(times, (one, well) => {
    if (!(one > mostStray)) return null
    return { times: one, isFar: isCommon && consensusError[well]! > reviewError }
  })
}
