import { clearDisagreement } from '../consensus/consensus-cq.ts'
import { wellOf } from '../curves/correct.ts'
import { findCq } from '../curves/threshold.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import type { MeasuredTarget } from './measure-run.ts'

/** Distance of a well's Cq at the threshold from the Cqs of the other methods. */
export interface Parting {
  /** In cycles, and how far it may. */
  distance: number
  limit: number
  /** The same in standard deviations. */
  deviations: number
}

/** Fewest wells from which the distance of the threshold from the consensus is measured. */
const fewestWells = 4
/** Distance in cycles below which nobody would look. */
const leastDistance = 0.25
/**
 * Most scatter between the methods, in cycles, that is taken as the target's own: wells whose plateaus
 * differ. Curves that were subtracted before import have none: what is left of their baseline makes it.
 */
const mostScatter = 0.15
/** Part of a reading's variance that the six cycles around a crossing leave in it. */
const readPart = 0.5

/**
 * Compare each Cq at the threshold with the consensus, which needs no baseline, less their median
 * distance on the target. What parts by more than its error names a baseline or a threshold that does
 * not fit the curve: a step, a drift that is no line, an offset that a subtraction left. By well; null
 * where the two agree or cannot be compared.
 */
export function findPartings(
  { curves, estimates }: MeasuredTarget,
  thresholds: Float64Array,
  isSubtracted: boolean,
): (Parting | null)[] {
  const wells = [...thresholds.keys()]
  const cqs = wells.map((well) => {
    if (!(estimates.consensus[well]! > 0)) return Number.NaN
    return findCq(wellOf(curves.corrected, well, curves.points), thresholds[well]!)
  })
  const distances = cqs.map((cq, well) => cq - estimates.consensus[well]!)
  const known = distances.filter(Number.isFinite)
  if (known.length < fewestWells) return wells.map(() => null)
  const offset = findMedian(known)
  const scatter = isSubtracted ? 0 : Math.min(mostScatter, findSpread(known))
  const errors = cqs.map((cq, well) => findCqError(curves, well, cq))
  // Limit the error: an offset can lift a curve so that it is read where nothing has grown yet, and its own error hides that.
  const mostError = isSubtracted ? findMedian(errors) : Number.POSITIVE_INFINITY
  return wells.map((well): Parting | null => {
    const distance = Math.abs(distances[well]! - offset)
    if (!(distance > leastDistance)) return null
    const error = Math.min(errors[well]!, mostError)
    const other = estimates.consensusError[well]!
    const deviation = Math.sqrt(error * error + other * other + scatter * scatter)
    const limit = Math.max(leastDistance, clearDisagreement * deviation)
    if (!(distance > limit)) return null
    return { distance, limit, deviations: distance / deviation }
  })
}

/** Return the standard error of a Cq at a threshold: that of the readings and of the baseline, over the slope there. */
function findCqError(
  { corrected, points, noises, starts, ends }: MeasuredTarget['curves'],
  well: number,
  cq: number,
): number {
  const at = Math.max(0, Math.min(points - 2, Math.floor(cq) - 1))
  const curve = wellOf(corrected, well, points)
  const slope = curve[at + 1]! - curve[at]!
  const count = ends[well]! - starts[well]! + 1
  const away = cq - (starts[well]! + ends[well]!) / 2
  const line = 1 / count + (12 * away * away) / (count * (count * count - 1))
  const noise = noises[well]! * Math.sqrt(readPart + (line > 0 ? Math.min(1, line) : 0))
  return slope > 0 ? noise / slope : Number.POSITIVE_INFINITY
}
