import { wellOf, type CorrectedChannel } from './correct.ts'
import { estimateNoise, measureRounding } from './noise.ts'
import { curveOf, findChannel, type Readings } from './readings.ts'

/** Fewest equal readings in a row at the top of a curve that no noise explains. */
const fewestEqual = 3
/** Climb over the two cycles before them, in standard deviations of the noise, that no growth ends in nothing at once. */
const leastClimb = 6
/** Fewest curves below the ceiling that show how a target grows. */
const fewestWhole = 3

/**
 * Find the index of the first reading at the ceiling of a detector or converter; -1 where there is none. There a curve
 * climbs, and then gives its largest reading again and again, without noise. Readings so coarse that most are equal
 * repeat the level of a plateau too, but climb to it ever more slowly. `scratch` is overwritten; it is as long as the curve.
 */
export function findCeiling(curve: Float64Array, scratch: Float64Array): number {
  let from = -1
  for (let i = 0; i < curve.length; i++) {
    if (curve[i]! > (from < 0 ? Number.NEGATIVE_INFINITY : curve[from]!)) from = i
  }
  if (from < 2) return -1
  for (let i = from + 1; i < from + fewestEqual; i++) {
    if (curve[i] !== curve[from]) return -1
  }
  const before = curve.subarray(0, from + 1)
  const noise = estimateNoise(before, 0, before.length, scratch) || measureRounding(before)
  return curve[from]! - curve[from - 2]! >= leastClimb * noise ? from : -1
}

/** Find by well where a channel reaches the ceiling (`findCeiling`); it must not be compensated nor divided yet. */
export function findCeilings(readings: Readings, name: string): number[] {
  const channel = findChannel(readings, name)
  const scratch = new Float64Array(readings.points)
  return Array.from({ length: readings.wells }, (_, well) =>
    channel < 0 ? -1 : findCeiling(curveOf(readings, channel, well), scratch),
  )
}

/**
 * Return Rn without the readings from the ceiling on, which say no more than that the light was above it. Leave it as it
 * is where hardly a curve shows the way to the plateau: then what is cut off alike is the best common shape there is.
 */
export function cutAtCeiling(
  { rn, points }: Pick<CorrectedChannel, 'rn' | 'points'>,
  amplified: Uint8Array,
  ceilings: readonly number[],
): Float64Array {
  const whole = ceilings.filter((from, well) => from < 0 && amplified[well] === 1)
  if (whole.length < fewestWhole || ceilings.every((from) => from < 0)) return rn
  const cut = rn.slice()
  for (const [well, from] of ceilings.entries()) {
    if (from >= 0) wellOf(cut, well, points).fill(Number.NaN, from)
  }
  return cut
}
