import {
  dot,
  isSeen,
  leastAngle,
  listBreaks,
  type Break,
  type BrokenCurve,
  type Pair,
} from './break-columns.ts'
import { listRises } from '../curves/plain-rise.ts'

/** Cosines of the angles between every rise and every break, `[rise * breaks + break]`; of the last number of points asked for. */
let cosines: { count: number; values: Float64Array } | null = null

function findCosines(count: number): Float64Array {
  if (cosines?.count === count) return cosines.values
  const { columns } = listRises(count)
  const breaks = listBreaks(count)
  const values = new Float64Array(columns.length * breaks.length)
  for (const [rise, column] of columns.entries()) {
    for (const [at, one] of breaks.entries()) {
      values[rise * breaks.length + at] = dot(column, one.column)
    }
  }
  cosines = { count, values }
  return values
}

/**
 * Return the square of what is left of a curve by a growth of a height of `least` or more beside one break of any
 * kind, one of the given breaks, or the given pair of them, whichever leaves less.
 */
export function leaveByGrowth(
  curve: BrokenCurve,
  singles: readonly Break[],
  pair: Pair,
  least: number,
): number {
  return Math.min(
    besideOne(curve, least),
    ...singles.map((one) => besideGiven(curve, one, least)),
    besidePair(curve, pair, least),
  )
}

function besideOne({ rest, all, breaks, parts }: BrokenCurve, least: number): number {
  const { columns, heights } = listRises(rest.length)
  const angles = findCosines(rest.length)
  let left = Number.POSITIVE_INFINITY
  for (const [rise, column] of columns.entries()) {
    const own = dot(rest, column)
    const leastSize = least / heights[rise]!
    for (let at = 0; at < breaks.length; at++) {
      const cosine = angles[rise * breaks.length + at]!
      const square = 1 - cosine * cosine
      if (!(square > leastAngle)) continue
      const part = parts[at]!
      const size = Math.max(leastSize, (own - cosine * part) / square)
      const other = part - cosine * size
      // Take the curve less both, squared, with the best size of the break.
      const now = all - 2 * size * own + size * size - other * other
      if (now < left && isSeen(breaks[at]!, other)) left = now
    }
  }
  return left
}

function besideGiven({ rest, all }: BrokenCurve, one: Break, least: number): number {
  const { columns, heights } = listRises(rest.length)
  const part = dot(rest, one.column)
  let left = Number.POSITIVE_INFINITY
  for (const [rise, column] of columns.entries()) {
    const cosine = dot(column, one.column)
    const square = 1 - cosine * cosine
    if (!(square > leastAngle)) continue
    const own = dot(rest, column)
    const size = Math.max(least / heights[rise]!, (own - cosine * part) / square)
    const other = part - cosine * size
    const now = all - 2 * size * own + size * size - other * other
    if (now < left && isSeen(one, other)) left = now
  }
  return left
}

function besidePair({ rest }: BrokenCurve, pair: Pair, least: number): number {
  const { columns, heights } = listRises(rest.length)
  const first = pair.first.column
  const second = pair.second.column
  const between = dot(first, second)
  const length = Math.sqrt(Math.max(0, 1 - between * between))
  if (!(length * length > leastAngle)) return Number.POSITIVE_INFINITY
  // Take the parts of curve and rise along the second, less those along the first.
  const one = dot(rest, first)
  const two = (dot(rest, second) - between * one) / length
  let left = Number.POSITIVE_INFINITY
  for (const [rise, column] of columns.entries()) {
    const along = dot(column, first)
    const across = (dot(column, second) - between * along) / length
    const square = 1 - along * along - across * across
    if (!(square > leastAngle)) continue
    const own = dot(rest, column) - one * along - two * across
    const size = Math.max(least / heights[rise]!, own / square)
    left = Math.min(left, pair.left - 2 * size * own + size * size * square)
  }
  return left
}
