import { wellOf, type CorrectedChannel } from '../curves/correct.ts'
import { estimateNoise } from '../curves/noise.ts'
import { findMedian } from '../numbers/median.ts'

/** Fewest wells, not growing then, from which a step is known. */
const fewestWells = 8
/** Least step of the middle well in standard deviations of its noise from point to point. */
const leastStep = 4
/** Standard deviations beyond which a well has the step too, and the least part of the wells that must. */
const [leastOwn, leastPart] = [3, 0.7]
/** Cycles before and after its Cq in which a well may be growing: its bend is no step. */
const growing = { before: 6, after: 14 } as const
/** First cycle that counts: the first two carry the warming-up. */
const firstCycle = 3

/**
 * Find the first cycle of a step that most wells of a target have at once: the lid or a plate that moved, a lamp, a
 * pause. No reaction does that, and a step in the baseline moves a Cq, for all wells alike, so that no well strays from
 * the others. Only wells that do not grow then are asked. `places` are the Cqs by well; NaN for no growth. Null for none.
 */
export function findCommonStep(
  { wells, points, rn }: Pick<CorrectedChannel, 'wells' | 'points' | 'rn'>,
  places: Float64Array,
): number | null {
  const scratch = new Float64Array(points)
  const noises = Array.from({ length: wells }, (_, well) =>
    estimateNoise(wellOf(rn, well, points), firstCycle - 1, points, scratch),
  )
  let found: number | null = null
  let largest = leastStep
  for (let i = firstCycle + 1; i + 1 < points; i++) {
    const steps: number[] = []
    for (let well = 0; well < wells; well++) {
      const away = i + 1 - places[well]!
      const grows = away > -growing.before && away < growing.after
      if (!(noises[well]! > 0) || grows) continue
      const step = measureStep(wellOf(rn, well, points), i) / noises[well]!
      if (!Number.isNaN(step)) steps.push(step)
    }
    if (steps.length < fewestWells) continue
    const middle = findMedian(steps)
    const alike = steps.filter((step) => step * Math.sign(middle) > leastOwn)
    if (!(Math.abs(middle) > largest && alike.length >= leastPart * steps.length)) continue
    largest = Math.abs(middle)
    found = i + 1
  }
  return found
}

/** Return the change up to a point, less the mean of those before and after it. */
function measureStep(curve: Float64Array, i: number): number {
  const around = (curve[i - 1]! - curve[i - 2]! + curve[i + 1]! - curve[i]!) / 2
  return curve[i]! - curve[i - 1]! - around
}
