import { findMedian } from '../numbers/median.ts'
import type { TargetEstimates } from './estimate.ts'

/** Largest distance from the common growth, as a multiple of the target's usual one. */
export const mostStray = 1.85
/**
 * Standard error of a Cq in cycles below which a stray needs no flag: it moves the Cq by less than a quarter
 * of a cycle.
 */
const leastError = 0.04
/** Standard error of a Cq in cycles above which a person must look: the Cq may be a quarter of a cycle off. */
const reviewError = 0.1
/** Largest part of stray wells: above it the target has no common growth, as when it holds several assays. */
const mostWells = 0.2
/** Fewest curves from which the usual distance of a target is known. */
const fewestWells = 5
/** Cycles within which curves have as much of the way to the plateau, and fewest others that tell what is usual there. */
const [nearby, fewestNearby] = [1, 3]

/** A curve that strays from the others of its target, and how far, as a multiple of the usual distance. */
export interface Stray {
  times: number
  /** Few wells stray, and its Cq may be so far off that a person must review it. */
  isFar: boolean
}

/**
 * Find wells whose readings stray from the growth that the curves of their target have in common: a step
 * or spike within the growth, an inhibited reaction, another product. No method gives such a curve a sure
 * Cq. Where all others within a cycle stray as well, the common growth is not theirs: curves that come
 * early have more of the way to the plateau than those that it was fitted to. Then a curve strays that is
 * as far from the nearest of them; recipes from before the method was written ask for no others (`asksNearby` false).
 * The result is by well; null where the curve follows the others.
 */
export function findStrays(
  {
    scatters,
    consensus,
    consensusError,
  }: Pick<TargetEstimates, 'scatters' | 'consensus' | 'consensusError'>,
  asksNearby: boolean,
): (Stray | null)[] {
  const known = scatters.filter(Number.isFinite)
  const usual = known.length < fewestWells ? Number.NaN : findMedian(known)
  const times = scatters.map((scatter, well) => {
    if (!(consensusError[well]! > leastError)) return Number.NaN
    const nearest = asksNearby ? findNearest(scatters, consensus, well) : 0
    return scatter / Math.max(usual, nearest)
  })
  const isCommon = times.filter((one) => one > mostStray).length <= mostWells * known.length
  return Array.from(times, (one, well) => {
    if (!(one > mostStray)) return null
    return { times: one, isFar: isCommon && consensusError[well]! > reviewError }
  })
}

/** Return the least distance from the common growth among the other curves nearby; 0 where there are too few. */
function findNearest(scatters: Float64Array, places: Float64Array, well: number): number {
  let count = 0
  let least = Number.POSITIVE_INFINITY
  for (let other = 0; other < places.length; other++) {
    const isNear = Math.abs(places[other]! - places[well]!) <= nearby
    if (other === well || !isNear || !Number.isFinite(scatters[other]!)) continue
    count++
    least = Math.min(least, scatters[other]!)
  }
  return count < fewestNearby ? 0 : least
}
