import {
  averageReplicates,
  fitStandardCurve,
  groupLevels,
  predictCq,
  type StandardPoint,
} from './standard-curve.ts'

/** Quantities over which Cq follows a straight line. */
export interface DynamicRange {
  /** Lowest and highest log10 quantity on the line. */
  lowest: number
  highest: number
  levels: number
  /** Levels at the ends that leave the line, as log10 quantity. */
  dropped: number[]
}

export type RangeOutcome = ({ outcome: 'found' } & DynamicRange) | { outcome: 'too_few_levels' }

/** A line through fewer levels than this cannot say that another one leaves it. */
const leastLevels = 3

/**
 * Find the dynamic range: as long as the mean of the lowest or the highest level is outside of
 * what the line through all others predicts for it, the one further outside is dropped.
 * Levels in between stay, whatever they do. Four levels at least are needed for a level to be dropped.
 */
export function findDynamicRange(
  points: readonly StandardPoint[],
  confidence = 0.95,
): RangeOutcome {
  let left = averageReplicates(points)
  const dropped: number[] = []
  if (left.length < leastLevels) return { outcome: 'too_few_levels' }
  for (let end = findStrayEnd(left, points, confidence); end;) {
    dropped.push(end.log10Quantity)
    left = left.filter((level) => level !== end)
    end = findStrayEnd(left, points, confidence)
  }
  return {
    outcome: 'found',
    lowest: left[0]!.log10Quantity,
    highest: left[left.length - 1]!.log10Quantity,
    levels: left.length,
    dropped,
  }
}

/** Return the end level that is furthest outside its prediction, none when both are within. */
function findStrayEnd(
  levels: readonly StandardPoint[],
  points: readonly StandardPoint[],
  confidence: number,
): StandardPoint | undefined {
  if (levels.length <= leastLevels) return undefined
  let furthest = 1
  let stray: StandardPoint | undefined
  for (const end of [levels[0]!, levels[levels.length - 1]!]) {
    const others = levels.filter((level) => level !== end).map((level) => level.log10Quantity)
    const fitted = fitStandardCurve(
      points.filter(({ log10Quantity }) => others.includes(log10Quantity)),
      confidence,
    )
    if (fitted.outcome !== 'fitted') continue
    const { confidence: band, prediction } = predictCq(fitted.curve, end.log10Quantity)
    const replicates = countReplicates(points, end.log10Quantity)
    const line = band.high - band.value
    const single = prediction.high - prediction.value
    // Divide by the replicates: a mean of m scatters by the m-th part of a single well's variance.
    const reach = Math.sqrt(line * line + (single * single - line * line) / replicates)
    const distance = Math.abs(end.cq - band.value) / reach
    if (distance > furthest) {
      furthest = distance
      stray = end
    }
  }
  return stray
}

function countReplicates(points: readonly StandardPoint[], log10Quantity: number): number {
  const measured = points.filter(({ cq }) => Number.isFinite(cq))
  const level = groupLevels(measured).find((one) => one.log10Quantity === log10Quantity)
  return level?.cqs.length ?? 1
}
