import {
  areApart,
  dot,
  isSeen,
  leastAngle,
  makeBreak,
  type Break,
  type BrokenCurve,
  type Pair,
} from './break-columns.ts'
import { power } from '../numbers/power.ts'

/**
 * Factors by which the decay time of a break is changed, round by round. Times in the list of breaks are half an octave
 * apart, which misses a bubble of 40 times the noise by more than its noise.
 */
const rounds = [
  [-3, -2, -1, 1, 2, 3].map((eighths) => power(2, eighths / 8)),
  [-3, -2, -1, 1, 2, 3].map((eighths) => power(2, eighths / 8)),
  [-1, 1].map((sixteenths) => power(2, sixteenths / 16)),
]

/** Return a pair of breaks with the decay times, between those of the list, that leave least of a curve. */
export function refinePair(curve: BrokenCurve, pair: Pair): Pair {
  let best = pair
  for (const factors of rounds) {
    const before = best
    for (const which of ['first', 'second'] as const) {
      for (const now of listNear(best[which], factors)) {
        const two = { ...best, [which]: now }
        const left = leaveByTwo(curve, two.first, two.second)
        if (left < best.left) best = { ...two, left }
      }
    }
    if (best === before) break
  }
  return best
}

/** Return a break with the decay time that leaves least of a curve, and the square of what is left. */
export function refineOne(curve: BrokenCurve, one: Break): { one: Break; left: number } {
  const leave = ({ column }: Break) => {
    const part = dot(curve.rest, column)
    return curve.all - part * part
  }
  let best = { one, left: leave(one) }
  for (const now of listNear(one, rounds[0]!)) {
    const left = leave(now)
    if (left < best.left) best = { one: now, left }
  }
  return best
}

/** List breaks like a given one with other decay times; none for a spike or a step, which have none. */
function listNear({ from, lasting, column }: Break, factors: readonly number[]): Break[] {
  if (!(lasting > 0 && lasting < Number.POSITIVE_INFINITY)) return []
  return factors.map((factor) => makeBreak(column.length, from, lasting * factor))
}

/** Return the square of what two breaks leave of a curve; Infinity where they are not breaks of it. */
function leaveByTwo({ rest, all }: BrokenCurve, first: Break, second: Break): number {
  const cosine = dot(first.column, second.column)
  const square = 1 - cosine * cosine
  if (!(square > leastAngle)) return Number.POSITIVE_INFINITY
  const own = dot(rest, first.column)
  const size = (dot(rest, second.column) - cosine * own) / square
  const ownSize = own - cosine * size
  const isBreak =
    isSeen(second, size) && isSeen(first, ownSize) && areApart(first, ownSize, second, size)
  return isBreak ? all - own * own - size * size * square : Number.POSITIVE_INFINITY
}
