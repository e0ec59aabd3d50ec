import { growthLimits } from './amplification.ts'
import {
  areApart,
  dot,
  isSeen,
  leastAngle,
  listBreaks,
  listCosines,
  straighten,
  type BrokenCurve,
  type Pair,
} from './break-columns.ts'
import { leaveByGrowth } from './break-growth.ts'
import { refineOne, refinePair } from './refine-breaks.ts'
import { estimateNoise } from '../curves/noise.ts'
import { listRises } from '../curves/plain-rise.ts'
import { measureParts } from '../numbers/packed-columns.ts'

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
/** Part of all that a curve does that its fall from the first point is, if it falls back. */
const leastFall = 0.8
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
  const noise = estimateNoise(points, firstPoint, points.length, scratch)
  if (!(noise > 0 && (jumps(points, noise) || fallsBack(points, noise)))) return null
  const rest = straighten(points.slice(firstPoint))
  const breaks = listBreaks(count)
  const parts = Float64Array.from(breaks, ({ column }) => dot(rest, column))
  const curve: BrokenCurve = { rest, all: dot(rest, rest), breaks, parts }
  const variance = noise * noise
  const singles = listSingles(curve)
  const pair = findBestPair(curve, singles, hopeless * breakLimits.left * variance * count)
  if (!pair) return null
  const single = singles.length > 0 ? refineOne(curve, breaks[singles[0]!]!) : null
  // Count the unknowns: a line, and of each break its place, lasting and size.
  const left = Math.min((single?.left ?? curve.all) / (count - 5), pair.left / (count - 8))
  const overRise = leaveByRise(curve) / left
  const isExplained = left <= breakLimits.left * variance && overRise >= breakLimits.overRise
  const given = [pair.first, pair.second, ...(single ? [single.one] : [])]
  const least = growthLimits.leastRise * noise
  return {
    left: left / variance,
    overRise,
    isAlone: isExplained && leaveByGrowth(curve, given, pair, least) >= pair.left,
  }
}

/** Return the residual variance of a line with the best rise of a PCR. */
function leaveByRise({ rest, all }: BrokenCurve): number {
  const { columns, packed } = listRises(rest.length)
  const parts = measureParts(rest, packed)
  let most = 0
  for (let at = 0; at < columns.length; at++) most = Math.max(most, parts[at]!)
  return most > 0 ? (all - most * most) / (rest.length - 5) : all / (rest.length - 2)
}

/** Return true if a curve jumps from one cycle to the next, alone, and by a good part of all that it does. */
function jumps(points: Float64Array, noise: number): boolean {
  const at = findJump(points)
  return at >= 0 && isAloneAt(points, at, noise)
}

/**
 * Return true if most of what a curve does is to fall from where it began: back from a jump in the first cycles, which
 * do not count.
 */
function fallsBack(points: Float64Array, noise: number): boolean {
  const start = points[firstPoint]!
  let low = start
  let high = start
  for (let i = firstPoint + 1; i < points.length; i++) {
    low = Math.min(low, points[i]!)
    high = Math.max(high, points[i]!)
  }
  return start - low >= Math.max(leastJump * noise, leastFall * (high - low))
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
 * Return true if a jump is larger than the noise and has no neighbour, or one that has no further one and does not end the
 * run: two breaks in a row. A jump of a growth has a neighbour of about half of its size; where both steps of a growth
 * are large it has one on either side, and of one that has just begun the last steps are the largest.
 */
function isAloneAt(points: Float64Array, at: number, noise: number): boolean {
  const jump = stepTo(points, at)
  if (!(Math.abs(jump) >= leastJump * noise)) return false
  const most = leastBeside * Math.abs(jump) + 3 * noise
  const isBeside = (i: number) =>
    i > firstPoint && i < points.length && Math.sign(jump) * stepTo(points, i) > most
  if (!isBeside(at - 1) && !isBeside(at + 1)) return true
  if (isBeside(at - 1) && isBeside(at + 1)) return false
  const first = isBeside(at - 1) ? at - 1 : at
  return first + 2 < points.length && !isBeside(first - 1) && !isBeside(first + 2)
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

/** Find the two breaks that leave least of a curve; null where they leave over `most` of it. */
function findBestPair(curve: BrokenCurve, singles: readonly number[], most: number): Pair | null {
  const { breaks } = curve
  // Begin only at breaks that do not go back: from such a one two steps are not found.
  const isStart = (at: number, rank: number) =>
    rank < mostStarts || breaks[at]!.lasting === Number.POSITIVE_INFINITY
  let pair: Pair = { first: breaks[0]!, second: breaks[0]!, left: curve.all }
  for (const single of singles.filter(isStart)) {
    pair = findPair(curve, single, pair)
    // Stop here, as no other start makes up for so much.
    if (pair.left > most) return null
  }
  return refinePair(curve, pair)
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
    const { breaks } = curve
    if (left < best.left) best = { first: breaks[first]!, second: breaks[found.second]!, left }
    first = found.second
  }
  return best
}

/** Find the break (its position) that leaves least of a curve together with a given one. */
function findPartner(
  { rest, all, breaks, parts }: BrokenCurve,
  first: number,
): { second: number; left: number } {
  const best = { second: first, left: all }
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

/**
 * Return how many times more of a curve the best rise leaves than lone breaks do, 0 where breaks do not explain
 * it, or where a growth may be beside them. `points` and `scratch` as for `measureBreaks`.
 */
export function findBreaks(points: Float64Array, scratch: Float64Array): number {
  const breaks = measureBreaks(points, scratch)
  return breaks?.isAlone ? breaks.overRise : 0
}
