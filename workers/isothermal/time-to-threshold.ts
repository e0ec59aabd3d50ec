import type { CorrectedChannel } from '../curves/correct.ts'
import { wellOf } from '../curves/correct.ts'
import { bridgeGaps } from '../curves/bridge-gaps.ts'
import { findMedian } from '../numbers/median.ts'
import { isAmplified } from './rises.ts'

/**
 * Least automatic threshold, as a part of the typical rise of the wells that amplify. So the line does not move with the noise of
 * an instrument, and is crossed where the curves rise fast.
 */
const leastPart = 0.2

/** Readings on each side of one that smooth it, as a part of the readings that the rise takes from 10 to 90 %, and at least. */
const reachPart = 0.25
const leastReach = 2
/** Error of any line under a curve, as a part of the rise: the foot is slow, the drift bent. */
const baselinePart = 0.015

/** Find the least automatic threshold for some wells, in the unit of their curves; 0 where none amplifies. */
export function findLeastThreshold(
  { rises = [] }: Pick<CorrectedChannel, 'rises'>,
  isOwn: (well: number) => boolean = () => true,
): number {
  return leastPart * findTypicalRise({ rises }, isOwn)
}

/** Find the median rise of the wells that amplify, in the unit of their curves; 0 where none does. */
export function findTypicalRise(
  { rises = [] }: Pick<CorrectedChannel, 'rises'>,
  isOwn: (well: number) => boolean = () => true,
): number {
  const heights = rises.flatMap((rise, well) =>
    rise && isOwn(well) && isAmplified(rise) ? rise.height : [],
  )
  return heights.length > 0 ? findMedian(heights) : 0
}

/** A time in minutes with its standard error; NaN for none. */
export interface Time {
  value: number
  error: number
}

/**
 * Read the time at which a well crosses the threshold: where the curve, smoothed by cubics over half of the rise (Savitzky & Golay
 * 1964), first comes up to it after the baseline. Reading 1 is taken after `minutes`. The error is that of the readings, of the
 * line under them and of what a line cannot follow, over the slope at the crossing.
 */
export function findTime(
  curves: CorrectedChannel,
  well: number,
  threshold: number,
  minutes: number,
): Time {
  const { corrected, points, noises, starts, ends, rises = [] } = curves
  const rise = rises[well]
  if (!rise) return { value: Number.NaN, error: Number.NaN }
  const reach = Math.max(leastReach, Math.round((reachPart * 4.4) / rise.rate))
  const smoothed = smooth(
    bridgeGaps(wellOf(corrected, well, points), new Float64Array(points)),
    reach,
  )
  const upper = findCrossing(smoothed, Math.max(1, Math.floor(rise.start)), threshold)
  if (upper < 0) return { value: Number.NaN, error: Number.NaN }
  const slope = smoothed[upper]! - smoothed[upper - 1]!
  const reading = upper + (threshold - smoothed[upper - 1]!) / slope
  const count = ends[well]! - starts[well]! + 1
  const away = reading - (starts[well]! + ends[well]!) / 2
  const line = 1 / count + (12 * away * away) / (count * (count * count - 1))
  const readPart =
    (3 * (3 * reach * reach + 3 * reach - 1)) / ((4 * reach * reach - 1) * (2 * reach + 3))
  const noise = noises[well]! * Math.sqrt(readPart + (line > 0 ? Math.min(1, line) : 0))
  const level = baselinePart * rise.height
  return {
    value: reading * minutes,
    error: (Math.sqrt(noise * noise + level * level) / slope) * minutes,
  }
}

/** Index from `from` on of the first value at or above the threshold whose predecessor is below; -1 for none. */
function findCrossing(values: Float64Array, from: number, threshold: number): number {
  for (let i = from; i < values.length; i++) {
    if (values[i]! >= threshold && values[i - 1]! < threshold) return i
  }
  return -1
}

/** Smooth by a cubic through `reach` readings on each side, fewer at the ends. */
function smooth(values: Float64Array, reach: number): Float64Array {
  return values.map((_, at) => {
    const own = Math.min(reach, at, values.length - 1 - at)
    if (own < leastReach) return values[at]!
    let sum = 0
    for (let i = -own; i <= own; i++) {
      const weight = 3 * own * own + 3 * own - 1 - 5 * i * i
      sum += weight * values[at + i]!
    }
    return (3 * sum) / ((4 * own * own - 1) * (2 * own + 3))
  })
}
