import { findMedian, findSpread } from '../numbers/median.ts'

/** Cqs of one method for every well of a target, NaN where it found none. */
export interface ConsensusMethod {
  name: string
  cq: Float64Array
  /**
   * True for a method that only checks where the curve was placed on the common shape and counts only where the curve
   * could not be placed. A method that fits the same sigmoid again, curve by curve (Cy0, second-derivative maximum),
   * adds nothing to the common shape.
   */
  checksOnly: boolean
  /**
   * Cycles after its Cq that it is read from. Where the common shape says that they come after the last reading, what
   * it found is the end of the run and counts for nothing.
   */
  after?: number
}

/** Consensus of the methods, per well. */
export interface CombinedCq {
  cq: Float64Array
  error: Float64Array
  methods: Uint8Array
  disagreement: Float64Array
}

/** Standard deviation, in cycles, below which no method repeats itself on real curves. */
const leastScatter = 0.05
/** Least standard error in cycles: no shape is exact between two cycles. */
const leastError = 0.02
/** Fewest wells that tell a method's shift: with fewer it would agree by making. */
const fewestToAlign = 3
/** So many methods beside the common shape overrule one that is alone: that is its own error. */
const fewestToOverrule = 3
/** Distances count up to so many standard deviations and no further. */
const mostDistance = 3

interface Aligned {
  method: ConsensusMethod
  offset: number
  /** Variance of its distance from the placed curves of this target, and the variance that gives its weight. */
  scatter: number
  variance: number
}

/**
 * Draw a target's methods together. `places` are the wells' Cqs on the common shape and `errors`
 * their standard errors, NaN where there is none. Every method is shifted by its median distance from
 * the places, so that the scale does not hang on which methods took part, and weighs by the inverse
 * of its variance on this target. A distance counts up to three standard deviations, so that a stray
 * method pulls little and cannot make the Cq jump. Without any place there is no consensus. `ends` are the last cycles
 * that were measured, by well.
 */
export function combineMethods(
  places: Float64Array,
  errors: Float64Array,
  methods: readonly ConsensusMethod[],
  ends: Float64Array,
): CombinedCq {
  const wells = places.length
  const aligned = methods.map((method) => align(method, places))
  const result = {
    cq: new Float64Array(wells).fill(Number.NaN),
    error: new Float64Array(wells).fill(Number.NaN),
    methods: new Uint8Array(wells),
    disagreement: new Float64Array(wells).fill(Number.NaN),
  }
  for (let well = 0; well < wells; well++) {
    const place = { cq: places[well]!, error: errors[well]!, end: ends[well]! }
    combineWell(well, place, aligned, result)
  }
  return result
}

function align(method: ConsensusMethod, places: Float64Array): Aligned {
  const distances = places.map((place, well) => method.cq[well]! - place)
  const known = distances.reduce(
    (count, distance) => (distance === distance ? count + 1 : count),
    0,
  )
  const offset = known < fewestToAlign ? Number.NaN : findMedian(distances)
  const scatter = findSpread(distances)
  return {
    method,
    offset,
    scatter: scatter * scatter,
    variance: scatter * scatter + leastScatter * leastScatter,
  }
}

function combineWell(
  well: number,
  { cq: place, error: placeError, end }: { cq: number; error: number; end: number },
  aligned: readonly Aligned[],
  result: CombinedCq,
): void {
  const isPlaced = place === place
  const placeVariance = isPlaced ? placeError * placeError + leastError * leastError : 0
  const found: { cq: number; scatter: number; variance: number; counts: boolean }[] = []
  for (const { method, offset, scatter, variance } of aligned) {
    const { cq: cqs, after } = method
    if (isPlaced && after !== undefined && place + offset + after > end) continue
    const cq = cqs[well]! - offset
    if (cq === cq) found.push({ cq, scatter, variance, counts: !isPlaced || !method.checksOnly })
  }
  const centre = isPlaced ? place : found[0]?.cq
  if (centre === undefined) return
  let weights = isPlaced ? 1 / (placeVariance + leastScatter * leastScatter) : 0
  let pull = 0
  let pulled = 0
  for (const { cq, scatter, variance, counts } of found) {
    if (!counts) continue
    const most = mostDistance * Math.sqrt(variance + placeVariance)
    weights += 1 / variance
    pull += Math.max(-most, Math.min(most, cq - centre)) / variance
    pulled += scatter / (variance * variance)
  }
  const consensus = centre + pull / weights
  const distances = found.map(({ cq, variance }) => {
    return Math.abs(cq - consensus) / Math.sqrt(variance + placeVariance)
  })
  result.cq[well] = consensus
  // Add the variance of the placement: all methods read the same noise, so together they are hardly more precise than it alone.
  const read = isPlaced ? placeVariance + pulled / (weights * weights) : 1 / weights
  result.error[well] = Math.sqrt(read)
  result.methods[well] = found.length + (isPlaced ? 1 : 0)
  result.disagreement[well] = contradict(distances)
}

/** Return the largest distance; of three or more the second largest, so that a single outlier is overruled. */
function contradict(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => b - a)
  return (sorted.length >= fewestToOverrule ? sorted[1] : sorted[0]) ?? 0
}
