import { exp } from '../numbers/exp.ts'

/** A break of a curve from some point on, without its mean and slope and of length 1. */
export interface Break {
  from: number
  /** Cycles in which it goes back to 1 / e of its size: 0 for a spike, Infinity for a step. */
  lasting: number
  column: Float64Array
}

/** A curve without its mean and slope, its square, and its parts along each break. */
export interface BrokenCurve {
  rest: Float64Array
  all: number
  breaks: readonly Break[]
  parts: Float64Array
}

/** Two breaks, and the square of what they leave of a curve. */
export interface Pair {
  first: Break
  second: Break
  left: number
}

/** Fewest points between a jump up and a fall back that distinguish the two. */
const leastApart = 3

/** Square of the sine of the angle between two columns below which they are one. */
export const leastAngle = 0.0025
/** First point at which a fall is seen as one. */
const firstFall = 2

/** Return whether a break of such a size is seen as one: a fall before which nothing was seen is a curve that rises. */
export function isSeen({ from }: Break, size: number): boolean {
  return size > 0 || from >= firstFall
}

/** Return false if two breaks together make a jump up that goes on rising. */
export function areApart(one: Break, oneSize: number, other: Break, otherSize: number): boolean {
  if (oneSize > 0 === otherSize > 0 || one.lasting === 0 || other.lasting === 0) return true
  return Math.abs(one.from - other.from) >= leastApart
}

/** Decay times of a break in cycles: back at once, slowly, or never. */
const lastings = [
  0,
  1.2,
  1.7,
  2.4,
  3.4,
  4.8,
  6.8,
  9.6,
  13.6,
  19.2,
  Number.POSITIVE_INFINITY,
] as const

const known = new Map<number, readonly Break[]>()

/** List every break in so many points; made once for each number. */
export function listBreaks(count: number): readonly Break[] {
  const found = known.get(count)
  if (found) return found
  const breaks: Break[] = []
  for (const lasting of lastings) {
    // Begin later: a step at the first point is a level, and of the last point nothing is seen but a spike.
    const first = lasting < Number.POSITIVE_INFINITY ? 0 : 1
    const last = lasting === 0 ? count - 1 : count - 2
    for (let from = first; from <= last; from++) {
      breaks.push(makeBreak(count, from, lasting))
    }
  }
  known.set(count, breaks)
  return breaks
}

/** Make one break in so many points. */
export function makeBreak(count: number, from: number, lasting: number): Break {
  const column = new Float64Array(count)
  for (let i = from; i < count; i++) {
    column[i] = lasting > 0 ? exp(-(i - from) / lasting) : i === from ? 1 : 0
  }
  straighten(column)
  const length = Math.sqrt(dot(column, column))
  for (let i = 0; i < count; i++) column[i]! /= length
  return { from, lasting, column }
}

/** Cosines of the angles between breaks, by the first one; of the last number of points asked for. */
let cosines: { count: number; rows: (Float64Array | undefined)[] } = { count: 0, rows: [] }

/** Return the cosines of the angles between a break in so many points and every other one; made once for each. */
export function listCosines(count: number, first: number): Float64Array {
  if (cosines.count !== count) cosines = { count, rows: [] }
  const breaks = listBreaks(count)
  const { column } = breaks[first]!
  return (cosines.rows[first] ??= Float64Array.from(breaks, (other) => dot(column, other.column)))
}

/** Take the mean and the slope of a column away, in place. */
export function straighten(column: Float64Array): Float64Array {
  const count = column.length
  const middle = (count - 1) / 2
  let sum = 0
  let slope = 0
  let squares = 0
  for (let i = 0; i < count; i++) {
    sum += column[i]!
    slope += (i - middle) * column[i]!
    squares += (i - middle) * (i - middle)
  }
  for (let i = 0; i < count; i++) column[i]! -= sum / count + ((i - middle) * slope) / squares
  return column
}

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!
  return sum
}
