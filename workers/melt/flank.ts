import { areaReach } from './measure-areas.ts'
import type { MeltPeak } from './measure-peak.ts'
import type { MeltSlope } from './smooth-slope.ts'

/** Farthest: beyond, a product has a top of its own or is in another's flank. */
const farthest = 2.5
/** Samples of a flank in one width of the peak. */
const samples = 5
/** At a shoulder a flank falls at most this part as fast as it does before and after. */
const slowing = 0.7

/** One side of a peak. */
export interface Flank {
  peak: MeltPeak
  peaks: readonly MeltPeak[]
  side: 1 | -1
  /** Full width as the other side has it, NaN where that does not fall to half. */
  width: number
}

/** Return twice the distance from the top at which one side has fallen to half the prominence. */
export function measureWidth(
  temperatures: Float64Array,
  slope: Float64Array,
  peak: MeltPeak,
  side: number,
): number {
  const half = peak.height - peak.prominence / 2
  const step = peak.width / 50
  for (let distance = step; distance <= peak.width; distance += step) {
    const height = interpolate(temperatures, slope, peak.tm + side * distance)
    if (height <= half) return 2 * distance
  }
  return Number.NaN
}

/** Return twice the area of the free flank over its foot. */
export function mirrorArea(temperatures: Float64Array, slope: Float64Array, flank: Flank): number {
  const { peak, side, width } = flank
  const step = width / 50
  const at = (k: number) => interpolate(temperatures, slope, peak.tm - side * k * step)
  let last = Math.floor(Math.min(measureFree(flank), areaReach * width) / step)
  while (last > 0 && Number.isNaN(at(last))) last--
  const foot = at(last)
  let area = 0
  for (let k = 0; k < last; k++) area += ((at(k) + at(k + 1)) / 2 - foot) * step
  return 2 * area
}

/** Return the distance from the top within which no other peak begins. */
export function measureFree({ peak, peaks, width }: Flank): number {
  return peaks.reduce(
    (least, one) =>
      one.tm === peak.tm ? least : Math.min(least, Math.abs(one.tm - peak.tm) - one.width),
    farthest * width,
  )
}

/** Return true if a flank falls, lingers and falls again, by more than noise explains. */
export function lingers(temperatures: Float64Array, melt: MeltSlope, flank: Flank): boolean {
  const { peak, side, width } = flank
  const step = width / samples
  const falls: number[] = []
  for (let distance = step; distance <= measureFree(flank); distance += step) {
    const from = interpolate(temperatures, melt.slope, peak.tm + side * (distance - step))
    falls.push(from - interpolate(temperatures, melt.slope, peak.tm + side * distance))
  }
  const noise = 2 * interpolate(temperatures, melt.deviation, peak.tm + (side * width) / 2)
  let before = Number.NEGATIVE_INFINITY
  for (const [i, fall] of falls.entries()) {
    const after = Math.max(...falls.slice(i + 1))
    const least = Math.min(before, after)
    if (fall < slowing * least && least - fall > noise) return true
    before = Math.max(before, fall)
  }
  return false
}

/** Return a quantity at any temperature, by straight lines between points; NaN outside them. */
export function interpolate(temperatures: Float64Array, slope: Float64Array, at: number): number {
  let above = 1
  while (above < temperatures.length && temperatures[above]! < at) above++
  if (above === temperatures.length || at < temperatures[0]!) return Number.NaN
  const from = temperatures[above - 1]!
  const part = (at - from) / (temperatures[above]! - from)
  return slope[above - 1]! + part * (slope[above]! - slope[above - 1]!)
}
