import { growthLimits } from './amplification.ts'
import {
  dot,
  isSeen,
  leastAngle,
  listBreaks,
  listCosines,
  straighten,
  type Break,
  type BrokenCurve,
  type Pair,
} from './break-columns.ts'
import { leaveByGrowth } from './break-growth.ts'
import { estimateNoise } from '../curves/noise.ts'
import { findPlainRise } from '../curves/plain-rise.ts'

/** Fit of steps and spikes to a curve that does not grow. */
export interface LoneBreaks {
  /** Residual variance of a line with one or two breaks over the noise from point to point. */
  left: number
  /** Residual variance of a line with the best rise over that of the breaks. */
  overRise: number
  /** Breaks alone explain the curve better than breaks beside a growth of ten times the noise do. */
  isAlone: boolean
}

/** Limits from which breaks explain a curve: they leave little more than noise, and half of what the best rise leaves or less. */
export const breakLimits = { left: 4, overRise: 2 } as const

/** First point that counts: the first two cycles carry the warming-up. */
const firstPoint = 2
/**
 * Least jump from one cycle to the next, in standard deviations of the noise and as a part of all that the curve
 * does. The larger of two breaks is half of it; growth takes more cycles, and is recognised by that.
 */
const leastJump = 5
const leastPart = 0.3
/** Part of a jump that a neighbouring step of growth has at least; a PCR of any speed has over 0.35. */
const leastBeside = 0.25
/**
 * Fewest points that distinguish two breaks and a line from noise, and most: a longer run is no PCR, and would be slow.
 */
const fewestPoints = 12
const mostPoints = 70
/** Fewest cycles between a jump up and a fall back that distinguish the two. */
const leastApart = 3
/** Most breaks from which two are sought, beside the best step. */
const mostStarts = 3
/** Factor of the limit above which the residual of two breaks ends the search for better ones. */
const hopeless = 4
/** Rounds in which the better partner of a break is sought. */
const mostRounds = 4

/**
 * Measure how well a line with one or two breaks explains a curve (a point per cycle, no gaps): a bubble that
 * comes, goes or bursts, a lamp that jumps, readings that fail. Each jumps within one cycle and then stays or
 * goes back. None of them climbs: a rise that goes on after a jump up is no break, and one after a fall only
 * comes back to where the fall began. Null where nothing jumps, below 14 and above 72 cycles, and where
 * readings are so coarse that they have no noise. `scratch` is overwritten; it is as long as the curve.
 */
export function measureBreaks(points: Float64Array, scratch: Float64Array): LoneBreaks | null {
  const count = points.length - firstPoint
  if (count < fewestPoints || count > mostPoints) return null
  const at = findJump(points)
  if (at < 0) return null
  const noise = estimateNoise(points, firstPoint, points.length, scratch)
  if (!(noise > 0 && isAloneAt(points, at, noise))) return null
  const rest = straighten(points.slice(firstPoint))
  const breaks = listBreaks(count)
  const parts = Float64Array.from(breaks, ({ column }) => dot(rest, column))
  const curve: BrokenCurve = { rest, all: dot(rest, rest), breaks, parts }
  const variance = noise * noise
  const singles = listSingles(curve)
  // From a break that goes back two steps are not found.
  const isStart = (at: number, rank: number) =>
    rank < mostStarts || breaks[at]!.lasting === Number.POSITIVE_INFINITY
  let pair: Pair = { first: 0, second: 0, left: curve.all }
  for (const single of singles.filter(isStart)) {
    pair = findPair(curve, single, pair)
    // No other start makes up for so much.
    if (pair.left > hopeless * breakLimits.left * variance * count) return null
  }
  const largest = singles.length > 0 ? parts[singles[0]!]! : 0
  // A line, and of each break its place, lasting and size.
  const left = Math.min((curve.all - largest * largest) / (count - 5), pair.left / (count - 8))
  const rise = findPlainRise(points)
  const noiseByRise = rise ? rise.height / rise.rise : Math.sqrt(curve.all / (count - 2))
  const overRise = (noiseByRise * noiseByRise) / left
  const isExplained = left <= breakLimits.left * variance && overRise >= breakLimits.overRise
  const least = growthLimits.leastRise * noise
  return {
    left: left / variance,
    overRise,
    isAlone: isExplained && leaveByGrowth(curve, pair, least) >= pair.left,
  }
}

/** Find the largest jump of a curve from one cycle to the next that is a good part of all that it does; -1 for none. */
function findJump(points: Float64Array): number {
  let low = points[firstPoint]!
  let high = low
  let at = firstPoint + 1
  for (let i = firstPoint + 1; i < points.length; i++) {
    low = Math.min(low, points[i]!)
    high = Math.max(high, points[i]!)
    if (Math.abs(stepTo(points, i)) > Math.abs(stepTo(points, at))) at = i
  }
  return Math.abs(stepTo(points, at)) >= leastPart * (high - low) ? at : -1
}

/**
 * Return true if a jump is larger than the noise and has no neighbour. A jump of a growth, even of one that has just
 * begun, has a neighbour of about half of its size.
 */
function isAloneAt(points: Float64Array, at: number, noise: number): boolean {
  const jump = Math.abs(stepTo(points, at))
  if (!(jump >= leastJump * noise)) return false
  const most = leastBeside * jump + 3 * noise
  const direction = stepTo(points, at) > 0 ? 1 : -1
  const before = at > firstPoint + 1 ? direction * stepTo(points, at - 1) : 0
  const after = at + 1 < points.length ? direction * stepTo(points, at + 1) : 0
  return before <= most && after <= most
}

function stepTo(points: Float64Array, i: number): number {
  return points[i]! - points[i - 1]!
}

/** List the best break of each lasting, that which explains most of the curve first. */
function listSingles({ breaks, parts }: BrokenCurve): number[] {
  const best = new Map<number, number>()
  for (let at = 0; at < breaks.length; at++) {
    const one = breaks[at]!
    if (!isSeen(one, parts[at]!)) continue
    const before = best.get(one.lasting)
    if (before === undefined || Math.abs(parts[at]!) > Math.abs(parts[before]!)) {
      best.set(one.lasting, at)
    }
  }
  return [...best.values()].sort((a, b) => Math.abs(parts[b]!) - Math.abs(parts[a]!) || a - b)
}

/** Find two breaks that together leave less of a curve than `before`: from one on, each time the better partner. */
function findPair(curve: BrokenCurve, single: number, before: Pair): Pair {
  let best = before
  let first = single
  let left = curve.all
  for (let round = 0; round < mostRounds; round++) {
    const found = findPartner(curve, first)
    if (!(found.left < left)) break
    left = found.left
    first = found.second
    if (left < best.left) best = found
  }
  return best
}

/** Find the break that leaves least of a curve together with a given one. */
function findPartner({ rest, all, breaks, parts }: BrokenCurve, first: number): Pair {
  const best: Pair = { first, second: first, left: all }
  const given = breaks[first]!
  const own = parts[first]!
  const cosines = listCosines(rest.length, first)
  for (let second = 0; second < breaks.length; second++) {
    const other = breaks[second]!
    const cosine = cosines[second]!
    const square = 1 - cosine * cosine
    if (!(square > leastAngle)) continue
    const size = (parts[second]! - cosine * own) / square
    const left = all - own * own - size * size * square
    if (!(left < best.left)) continue
    const ownSize = own - cosine * size
    if (!isSeen(other, size) || !isSeen(given, ownSize)) continue
    if (!areApart(given, ownSize, other, size)) continue
    best.second = second
    best.left = left
  }
  return best
}

/** Return false if two breaks together make a jump up that goes on rising. */
function areApart(one: Break, oneSize: number, other: Break, otherSize: number): boolean {
  if (oneSize > 0 === otherSize > 0 || one.lasting === 0 || other.lasting === 0) return true
  return Math.abs(one.from - other.from) >= leastApart
}

/**
 * Return how many times more of a curve the best rise leaves than lone breaks do, 0 where breaks do not explain
 * it, or where a growth may be beside them. `points` and `scratch` as for `measureBreaks`.
 */
export function findBreaks(points: Float64Array, scratch: Float64Array): number {
  const breaks = measureBreaks(points, scratch)
  return breaks?.isAlone ? breaks.overRise : 0
}
