import { dot, straighten } from './break-columns.ts'
import { findPlainRise, leastShare } from '../curves/plain-rise.ts'
import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'

/**
 * Limits of products of the primers alone: growth that begins in the second half of the run and slows down below 8 % of
 * the height of the others. No curve that the raters found amplified or ambiguous is so low. `slowing` is the limit of
 * `measureSlowing`: 1 in 900 simulated growths of few copies reaches it, and 4 in 1,800 over a bent drift; of those
 * that would end at 30 % of the height up to 4 in 1,000.
 */
export const lateTrace = { share: 0.08, from: 0.5, slowing: 12 } as const

/** Folds a cycle of a growth that nothing limits yet, 1.5 to 2.1: few copies grow like many, only later. */
const folds = [1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1] as const

/** Distance from a real growth, as a part of its height, that none of these shapes is free of. */
const leastDistance = 0.03

/** First point that counts: the first two cycles carry the warming-up. */
const firstPoint = 2

/**
 * Measure how clearly a late and low growth (a point per cycle, no gaps) slows down already: what growth at full speed
 * leaves of the curve more than the best rise does, over the variance of the noise. Growth at full speed is
 * exponential, or, at `share` of the typical height, on its way to 30 % of that height. Both are over a line. A slope at the
 * end tells nothing: that of undisturbed growth is the steepest, but only its last step is.
 */
export function measureSlowing(points: Float64Array, share: number): number {
  const rise = findPlainRise(points)
  if (!rise) return 0
  const count = points.length - firstPoint
  const rest = straighten(points.slice(firstPoint))
  let most = 0
  for (const part of [0, share / leastShare]) {
    for (const fold of folds) {
      const column = straighten(growTo(part, log(fold), count))
      const along = dot(rest, column)
      if (along > 0) most = Math.max(most, (along * along) / dot(column, column))
    }
  }
  const noise = rise.height / rise.rise
  // Lines, a rise with its rate and middle.
  const left = noise * noise * (count - 5)
  const distance = Math.max(noise, leastDistance * rise.height)
  return (dot(rest, rest) - most - left) / (distance * distance)
}

/**
 * Return logistic growth at a rate that reaches a part of its plateau at the last of so many points; exponential for 0.
 */
function growTo(part: number, rate: number, count: number): Float64Array {
  const limit = part / (1 - part)
  return Float64Array.from({ length: count }, (_, i) => {
    const grown = exp(rate * (i + 1 - count))
    return grown / (1 + limit * grown)
  })
}
