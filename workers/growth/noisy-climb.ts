import { estimateNoise } from '../curves/noise.ts'
import { leastShare, sharpRise } from '../curves/plain-rise.ts'

/** First point that counts: the first two cycles carry the warming-up. */
const firstPoint = 2
/** Points at either end whose mean is its level, and fewest of all. */
const endPoints = 5
const fewestPoints = 12
/**
 * Least climb from end to end, in standard deviations of the noise from point to point. Growth of ten times the
 * noise climbs as much, even where the first level holds some of it and chance makes the noise look larger. An
 * empty well climbs by less than 3.
 */
export const leastClimb = 7

/**
 * Measure how far a curve (a point per cycle, no gaps) climbs from its first readings to its last, in standard
 * deviations of its noise, where that noise hides the shape: there a slow growth looks like a drift, and only its
 * height beside the target's well grown curves (`typicalHeight`) tells the two apart. 0 where it climbs less
 * than that, where the noise is so low that the shape tells, and where nothing on the plate grew. `scratch` is
 * overwritten; it is as long as the curve.
 */
export function measureClimb(
  points: Float64Array,
  typicalHeight: number,
  scratch: Float64Array,
): number {
  const count = points.length
  if (count - firstPoint < fewestPoints) return 0
  let climb = 0
  for (let i = 0; i < endPoints; i++) {
    climb += (points[count - 1 - i]! - points[firstPoint + i]!) / endPoints
  }
  const times = climb / estimateNoise(points, firstPoint, count, scratch)
  const isHigh = climb >= leastShare * typicalHeight
  return isHigh && times >= leastClimb && times <= sharpRise.mostRise ? times : 0
}
