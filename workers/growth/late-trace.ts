import { findPlainRise } from '../curves/plain-rise.ts'
import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import { measureParts, packColumns, type PackedColumns } from '../numbers/packed-columns.ts'
import { dot, straighten } from './break-columns.ts'

/**
 * Limits of products of the primers alone: growth that begins in the second half of the run and levels off below a
 * tenth of the height of the others. The lowest such curve that a rater found amplified or ambiguous is at 20.6 %.
 * `slowing` is the limit of `measureSlowing`: the curve is e^2.2 = 9 times as likely with a low
 * plateau. Of 900 simulated growths of few copies 1 reaches it, of those that would end at 30 % of the height 7. At 2.5
 * (until 1.9.0) it would be none and 4, at 2 it would be 2 and 9.
 */
export const lateTrace = { share: 0.1, from: 0.5, slowing: 2.2 } as const

/** Folds a cycle of a growth that nothing limits yet: few copies grow like many, only later. */
const folds = [1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1] as const

/** Plateaus, as parts of the typical height, of products of the primers and of the target, inhibited or not. */
const plateaus = {
  primers: [0.02, 0.03, 0.04, 0.06, 0.08, 0.1],
  target: [0.3, 0.4, 0.6, 1],
} as const

/** Cycles after the last one until which a growth of the target that shows at all comes to half of its height. */
const latestTarget = 12
/** Cycles after the last one until which products of the primers do. */
const latestPrimers = 1
/** Places of half of the height that are tried in a cycle. */
const perCycle = 2

/** Distance from a real growth, as a part of its height, that none of these shapes is free of. */
const leastDistance = 0.03

/** First point that counts: the first two cycles carry the warming-up. */
const firstPoint = 2

/** Growths to a plateau of 1, without their mean and slope, and their squares. */
interface Growths {
  columns: PackedColumns
  squares: number[]
}

const known = new Map<number, { primers: Growths; target: Growths }>()

/**
 * Measure how clearly a late and low growth (a point per cycle, no gaps) slows down already: the logarithm of how much
 * likelier the curve is as a growth that levels off below a tenth of the typical height than as one on its way to 30 %
 * of it or more (a Bayes factor; Kass & Raftery 1995, J Am Stat Assoc 90:773). Each is averaged over the folds,
 * places and plateaus that are usual for it, over any line. A slope at the end tells nothing: that of undisturbed
 * growth is the steepest, but only its last step is.
 */
export function measureSlowing(points: Float64Array, typicalHeight: number): number {
  const rise = findPlainRise(points)
  if (!rise) return 0
  const { primers, target } = growthsOf(points.length)
  const rest = straighten(points.slice(firstPoint))
  const distance = Math.max(rise.height / rise.rise, leastDistance * rise.height)
  const average = (growths: Growths, parts: readonly number[]) =>
    averageLikelihood(
      rest,
      growths,
      Float64Array.from(parts, (part) => part * typicalHeight),
      distance,
    )
  return average(primers, plateaus.primers) - average(target, plateaus.target)
}

function growthsOf(count: number): { primers: Growths; target: Growths } {
  const found = known.get(count)
  if (found) return found
  const made = {
    primers: makeGrowths(count, lateTrace.from * count, count + latestPrimers),
    target: makeGrowths(count, count, count + latestTarget),
  }
  known.set(count, made)
  return made
}

/** Make logistic growths whose middles are at the cycles from `first` to `last`. */
function makeGrowths(count: number, first: number, last: number): Growths {
  const columns: Float64Array[] = []
  const middles = Math.floor((last - first) * perCycle) + 1
  const length = (count - 1 - firstPoint) * perCycle + middles
  for (const fold of folds) {
    const rate = log(fold) / perCycle
    // Put middles at whole steps, so that growths of one fold are parts of the same curve.
    const whole = new Float64Array(length)
    for (let i = 0; i < length; i++) {
      whole[i] = 1 / (1 + exp(-rate * (i + (firstPoint + 1 - last) * perCycle)))
    }
    for (let before = 0; before < middles; before++) {
      const column = new Float64Array(count - firstPoint)
      for (let i = 0; i < column.length; i++) column[i] = whole[before + i * perCycle]!
      columns.push(straighten(column))
    }
  }
  return { columns: packColumns(columns), squares: columns.map((column) => dot(column, column)) }
}

/** Return the logarithm of the likelihood of a curve, averaged over all growths at all heights; a line has 0. */
function averageLikelihood(
  rest: Float64Array,
  { columns, squares }: Growths,
  heights: Float64Array,
  distance: number,
): number {
  const parts = measureParts(rest, columns)
  const fits: number[] = []
  let best = Number.NEGATIVE_INFINITY
  for (const [at, square] of squares.entries()) {
    for (const height of heights) {
      const fit = (height * (2 * parts[at]! - height * square)) / (2 * distance * distance)
      best = Math.max(best, fit)
      fits.push(fit)
    }
  }
  let sum = 0
  for (const fit of fits) sum += exp(fit - best)
  return best + log(sum / fits.length)
}
