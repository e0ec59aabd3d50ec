import { curveOf, type Readings } from '../curves/readings.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import { watchLimits as limits } from './watch-limits.ts'

/** A well whose every channel becomes steadily brighter than those of the other wells. */
export interface Drift {
  well: number
  /** Percent of the signal over ten cycles, beyond what is usual on the plate. */
  rise: number
  limit: number
}

/** Fewest wells that "the others" can be said of. */
const leastWells = 5
/** Growth may be so many times as high as what it grows from; beyond, the background was taken off. */
const leastBackground = 50
/** First point of the window: readings of the first cycles settle. */
const from = 3

/**
 * Find wells that evaporate: the solution becomes denser, so that all dyes brighten together, slowly and straight.
 * Measure before growth (`growsAt`: cycle by `[channel][well]`, NaN for none) and beside the other wells, because lamps
 * drift as well.
 */
export function findDrifts(
  readings: Readings,
  measured: number,
  growsAt: readonly Float64Array[],
): Drift[] {
  const rises = readings.channels.flatMap(
    (_name, channel) => measureRises(readings, measured, channel, growsAt[channel]!) ?? [],
  )
  const together = Float64Array.from({ length: readings.wells }, (_, well) =>
    findMedian(rises.map(({ slopes }) => slopes[well]!)),
  )
  const limit = Math.max(limits.driftRise, limits.driftSpreads * (findSpread(together) || 0))
  return Array.from(together, (rise, well) => ({ well, rise, limit })).filter(({ well, rise }) => {
    const seen = rises.filter(({ slopes }) => Number.isFinite(slopes[well]))
    // Ask for all dyes: one that brightens alone is a reaction, not water that is lost.
    return (
      rise > limit &&
      seen.every(({ slopes }) => slopes[well]! > rise / 3) &&
      seen.some(({ isStraight }) => isStraight[well] === 1)
    )
  })
}

interface Rises {
  /** Over ten cycles in percent of the level, beyond the other wells'; NaN where nothing can be said. */
  slopes: Float64Array
  isStraight: Uint8Array
}

function measureRises(
  readings: Readings,
  measured: number,
  channel: number,
  growsAt: Float64Array,
): Rises | null {
  const { wells } = readings
  const range = findRange(readings, measured, channel)
  const windows = Array.from({ length: wells }, (_, well) =>
    takeWindow(curveOf(readings, channel, well), measured, growsAt[well]!, range),
  )
  if (windows.filter((window) => window !== null).length < leastWells) return null
  const usual = Float64Array.from({ length: Math.max(0, measured - from) }, (_, i) =>
    findMedian(windows.flatMap((window) => window?.[i] ?? [])),
  )
  const slopes = new Float64Array(wells).fill(Number.NaN)
  const isStraight = new Uint8Array(wells)
  for (const [well, window] of windows.entries()) {
    if (!window) continue
    const beyond = window.map((value, i) => value - usual[i]!)
    const third = Math.floor(beyond.length / 3)
    const first = mean(beyond.subarray(0, third))
    const middle = mean(beyond.subarray(third, beyond.length - third))
    const last = mean(beyond.subarray(beyond.length - third))
    const rise = last - first
    slopes[well] = (rise / (beyond.length - third)) * 10 * 100
    const late = (last - middle) / rise
    isStraight[well] = late < limits.driftBend && late > 1 - limits.driftBend ? 1 : 0
  }
  return { slopes, isStraight }
}

/** Return a curve before its growth, in parts of its level; null where it is too short or has gaps. */
function takeWindow(
  curve: Float64Array,
  measured: number,
  growth: number,
  range: number,
): Float64Array | null {
  const to = growth === growth ? Math.min(measured, Math.floor(growth) - 6) : measured
  if (to - from < limits.driftCycles) return null
  const window = curve.slice(from, to)
  if (!window.every(Number.isFinite)) return null
  // Say nothing in parts of the level about curves whose background is taken off already.
  const level = Math.abs(findMedian(window))
  return level > range / leastBackground ? window.map((value) => value / level) : null
}

function findRange(readings: Readings, measured: number, channel: number): number {
  let range = 0
  for (let well = 0; well < readings.wells; well++) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (const value of curveOf(readings, channel, well).subarray(0, measured)) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    if (high > low) range = Math.max(range, high - low)
  }
  return range
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
