import { findMedian } from '../numbers/median.ts'
import { power } from '../numbers/power.ts'
import type { Weighting } from './equations.ts'
import type { Growing, Placement } from './fit.ts'
import { reachHeight, steepnessAt, type GrowthShape } from './shape.ts'
import { fitShape, placeCurves } from './place-curves.ts'
import { combineMethods, type ConsensusMethod } from './methods.ts'

/** A channel's wells as `correctChannel` leaves them. */
export interface ConsensusCurves {
  wells: number
  points: number
  /** Rn, `[well * points + point]`. */
  rn: Float64Array
  /** Rn minus its baseline; only says where to start. */
  corrected: Float64Array
  /** Standard deviation of each well's baseline. */
  noises: Float64Array
}

/** One Cq per well. Wells without one hold NaN (0 methods). */
export interface ConsensusCq {
  /** Consensus Cq, cycles counted from 1. */
  cq: Float64Array
  /**
   * Standard error of the consensus in cycles, from the readings alone. The chance of few copies
   * (`poissonError`) and different heights of curves (`findHeightError`) are not in it.
   */
  error: Float64Array
  /** Methods that found a Cq in this well, the common shape included. */
  methods: Uint8Array
  /**
   * Largest contradiction between a method and the consensus, in standard deviations of that method on this target;
   * above `clearDisagreement` a person should check the curve. With three or more methods beside the common shape, the
   * second largest counts, so that a single outlier is overruled. 0 for one method.
   */
  disagreement: Float64Array
  /** Rise of each curve by the fit, and its highest mean of three readings; NaN where not known. */
  rises: Float64Array
  tops: Float64Array
  /** Standard deviation of the readings around the common shape, as a part of the rise; NaN where not placed. */
  scatters: Float64Array
  /** Slope of ln growth per cycle at the consensus Cq; NaN when no well grew. */
  steepness: number
  /** Growth shape the wells were placed on, null when no well grew. */
  shape: GrowthShape | null
}

/** Standard error in cycles below which the fitted rise of a curve is trusted. */
const placedWell = 0.2

/** Disagreement above which a well is for a person to look at. */
export const clearDisagreement = 4

/**
 * Departure of a curve from the shape of its target near its top, as a part of the rise. Together with the noise it
 * decides how much of a curve is used: the noisier, the more of it.
 */
const departure = 0.06
/** Part of a target's rise at which its Cqs are given. */
const scaleHeight = 0.1
/**
 * Noise, as a part of the rise, that is reckoned with: readings are never believed to be better, and
 * beyond the larger one more of the curve would cost more by its departure than it gains.
 */
const leastNoiseRatio = 0.001
const mostNoiseRatio = 0.03

/**
 * Find one Cq per well of a target, from all curves of the target together. They grow alike except for their start,
 * height and background: fit one growth shape to the target, and place every curve on it by weighted least squares
 * (floor, drift, rise and place together, so no baseline has to be chosen first and nothing can jump with it). Shift
 * other methods' Cqs (`methods`) to that scale by their median distance on this target and include them by their
 * weight.
 *
 * Scale: the cycle at which the target's common curve has risen by a tenth of its typical rise, about
 * where growth is steep and clear of the noise. It is the same for all wells of the target, however
 * high each of them rises, and does not depend on which methods took part.
 *
 * `amplified` says which wells to take part (1) and which not (0). `tops` has the index of the top of each curve that
 * falls after it (hook effect): it is read up to there, for no growth falls.
 */
export function findConsensusCq(
  curves: ConsensusCurves,
  amplified: Uint8Array,
  methods: readonly ConsensusMethod[] = [],
  tops: ReadonlyMap<number, number> = new Map(),
): ConsensusCq {
  const { wells, points } = curves
  const growing = new Map<number, Growing>()
  for (let well = 0; well < wells; well++) {
    const one = amplified[well] === 1 ? describeGrowth(curves, well, tops.get(well)) : null
    if (one) growing.set(well, one)
  }
  const list = [...growing.values()]
  const weighting = chooseWeighting(curves, growing)
  const shape = list.length === 0 ? null : fitShape(list, weighting)
  const places = new Float64Array(wells).fill(Number.NaN)
  const errors = new Float64Array(wells).fill(Number.NaN)
  const rises = new Float64Array(wells).fill(Number.NaN)
  const highest = new Float64Array(wells).fill(Number.NaN)
  const scatters = new Float64Array(wells).fill(Number.NaN)
  const beyond = new Map<number, number>()
  let steepness = Number.NaN
  if (shape) {
    const first = placeCurves(list, shape, weighting, 1e-3)
    weighting.expectedRise = expectRise(first)
    const again = list.map((one, i) => startAt(one, first[i]!, shape))
    const second = placeCurves(again, shape, weighting)
    const heights = second.map((place, i) => findTop(list[i]!.curve, place))
    const scale = findScaleHeight(heights, second)
    const reach = reachHeight(shape, scale)
    steepness = steepnessAt(shape, scale)
    for (const [i, well] of [...growing.keys()].entries()) {
      const { cy0, rise, error, scatter } = second[i]!
      const place = cy0 + reach
      if (place > points) beyond.set(well, place)
      if (!(place > 0 && place <= points)) continue
      places[well] = place
      errors[well] = error
      scatters[well] = scatter
      if (!(error < placedWell)) continue
      rises[well] = rise
      highest[well] = heights[i]!
    }
  }
  const found = combineMethods(places, errors, methods, findEnds(curves))
  // Count it as an error how far after the run the curve comes to the scale: what other methods find is cycles too early.
  for (const [well, place] of beyond) {
    found.error[well] = Math.max(found.error[well]!, place - found.cq[well]!)
  }
  return { ...found, rises, tops: highest, scatters, steepness, shape }
}

/** Return the last cycle that was measured, by well. */
function findEnds({ rn, wells, points }: ConsensusCurves): Float64Array {
  return Float64Array.from({ length: wells }, (_, well) => {
    return rn.subarray(well * points, (well + 1) * points).findLastIndex(Number.isFinite) + 1
  })
}

/**
 * Return the height on the common shape, as a part of its rise, that equals a tenth of the actual rise of the target's
 * curves: the median over the curves, each measured from its floor to its highest mean of three cycles. The rise of a
 * fit to early growth only would not do, because it shifts with the weights.
 */
function findScaleHeight(tops: readonly number[], places: readonly Placement[]): number {
  const parts = places.map(({ rise }, i) => tops[i]! / rise)
  const part = findMedian(parts)
  return part > 0 ? Math.min(0.9, scaleHeight * part) : scaleHeight
}

/** Return the highest mean of three cycles in a row, over the floor of the curve. */
function findTop(curve: Float64Array, { cy0, floor, drift }: Placement): number {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 1; i + 1 < curve.length; i++) {
    const mean = (curve[i - 1]! + curve[i]! + curve[i + 1]!) / 3
    top = Math.max(top, mean === mean ? mean - floor - drift * (i + 1 - cy0) : top)
  }
  return top
}

/**
 * Find the cycle of half height and the height of a well's rise, and leave out what falls after the point `last`; null
 * for a well without a rise.
 */
function describeGrowth(
  curves: ConsensusCurves,
  well: number,
  last: number | undefined,
): Growing | null {
  const from = well * curves.points
  const curve = curves.rn.subarray(from, from + curves.points)
  const corrected = curves.corrected.subarray(from, from + curves.points)
  let top = -1
  for (let i = 0; i < corrected.length; i++) {
    if (corrected[i]! > (top < 0 ? 0 : corrected[top]!)) top = i
  }
  if (top < 0) return null
  const rise = corrected[top]!
  let i = top
  while (i > 0 && !(corrected[i]! < rise / 2)) i--
  const growing = last === undefined ? curve : curve.slice().fill(Number.NaN, last + 1)
  return { curve: growing, middle: i + 1.5, rise }
}

function chooseWeighting(
  { noises }: ConsensusCurves,
  growing: ReadonlyMap<number, Growing>,
): Weighting {
  const ratios = [...growing].map(([well, { rise }]) => noises[well]! / rise)
  const typical = findMedian(ratios)
  const noiseRatio = Math.max(leastNoiseRatio, typical === typical ? typical : 0)
  const height = power(Math.min(noiseRatio, mostNoiseRatio) / departure, 1 / 6)
  return { height, noiseRatio, expectedRise: Number.NaN }
}

/** Return the median rise of the curves that were placed well; NaN when there are fewer than three. */
function expectRise(placements: readonly Placement[]): number {
  const rises = placements.flatMap(({ rise, error }) => (error < placedWell ? rise : []))
  return rises.length < 3 ? Number.NaN : findMedian(rises)
}

/**
 * Return the start of the second placement: the result of the first one, or the first start again where that failed.
 */
function startAt(one: Growing, { cy0, rise }: Placement, shape: GrowthShape): Growing {
  if (cy0 !== cy0) return one
  return { curve: one.curve, middle: cy0 + reachHeight(shape, 0.5), rise }
}
