import {
  evidenceNames,
  findTypicalHeight,
  scoreAmplification,
  weigh,
  type EvidenceName,
} from '../../workers/growth/amplification-score.ts'
import { measureShape, type Shape } from '../../workers/growth/shape.ts'
import { fitLogistic } from './logistic.ts'
import { rate, type RatedCurve, type Rating } from './rated-curves.ts'

/** A rated curve as the judgement of amplification sees it. */
export interface RatedShape {
  curve: RatedCurve
  rating: Rating
  shape: Shape
  typicalHeight: number
  /** Figures that are weighed, in the order of `evidenceNames`. */
  values: number[]
}

/** Shapes of rated curves, each beside the others of its target in its set. */
export function measureRatedShapes(curves: readonly RatedCurve[]): RatedShape[] {
  const plates = Map.groupBy(curves, ({ set, target }) => `${set} ${target}`)
  return [...plates.values()].flatMap((plate) => {
    const shapes = plate.map(({ signal }) => measureShape(signal))
    const typicalHeight = findTypicalHeight(shapes)
    return plate.map((curve, i) => {
      const { evidence } = scoreAmplification(shapes[i]!, typicalHeight)
      const values = evidenceNames.map((name) => weigh(name, evidence[name]))
      return { curve, rating: rate(curve), shape: shapes[i]!, typicalHeight, values }
    })
  })
}

export interface TrainedScore {
  weights: Record<EvidenceName, number>
  /** Adds to the weighed figures. */
  intercept: number
}

/**
 * Train the weights of the amplification score on rated curves. A set's curves of one rating together weigh as much as
 * the square root of their number, so that a large set does not dominate.
 */
export function trainAmplification(rated: readonly RatedShape[]): TrainedScore {
  const clear = rated.filter(({ rating }) => rating === 'y' || rating === 'n')
  const groupOf = ({ curve, rating }: RatedShape) => `${curve.set} ${rating}`
  const sizes = Map.groupBy(clear, groupOf)
  // Fit each figure in its own standard deviations, so that the ridge weighs on all alike.
  const scales = evidenceNames.map((_, i) => findDeviation(clear.map(({ values }) => values[i]!)))
  const fitted = fitLogistic(
    clear.map((one) => ({
      values: one.values.map((value, i) => value / scales[i]!),
      positive: one.rating === 'y',
      weight: 1 / Math.sqrt(sizes.get(groupOf(one))!.length + 5),
    })),
  )
  const [rise = 0, share = 0, contrast = 0, part = 0] = fitted.map((one, i) => one / scales[i]!)
  return { weights: { rise, share, contrast, part }, intercept: fitted.at(-1)! }
}

/** Return the logarithm of the odds that people call a curve amplified. */
export function applyScore({ weights, intercept }: TrainedScore, { values }: RatedShape): number {
  return evidenceNames.reduce((sum, name, i) => sum + weights[name] * values[i]!, intercept)
}

function findDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
