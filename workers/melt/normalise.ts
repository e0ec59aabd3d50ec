import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import type { MeltPeak } from './measure-peak.ts'
import { orderPoints, type MeltPoints } from './order-points.ts'

export interface TemperatureRange {
  /** deg C, included. */
  from: number
  to: number
}

/** Temperatures at which no product melts: before all peaks and after them. */
export interface MeltRegions {
  before: TemperatureRange
  after: TemperatureRange
}

export type MeltNormalisation = 'bilinear' | 'exponential'

/** Length of a region in deg C, and how far in widths it keeps from a peak. */
const regionLength = 3
const distance = 2

/**
 * Choose the regions for normalising: three degrees before the lowest peak and after the highest, two widths off, as
 * far as the curve goes. Curves that are compared with each other need common regions: give the peaks of all of them.
 * @returns null without peaks or room.
 */
export function chooseMeltRegions(
  temperatures: Float64Array,
  peaks: readonly MeltPeak[],
): MeltRegions | null {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const temperature of temperatures) {
    if (temperature < first) first = temperature
    if (temperature > last) last = temperature
  }
  let lower = last
  let upper = first
  for (const { tm, width } of peaks) {
    lower = Math.min(lower, tm - distance * width)
    upper = Math.max(upper, tm + distance * width)
  }
  if (peaks.length === 0 || lower - first < 1 || last - upper < 1) return null
  return {
    before: { from: Math.max(first, lower - regionLength), to: lower },
    after: { from: upper, to: Math.min(last, upper + regionLength) },
  }
}

/**
 * Scale a melt curve between 1 (all double-stranded) and 0 (all melted), so that shapes can be compared:
 * - `bilinear`: between the lines fitted before and after the melting (Wittwer et al., Clin Chem
 *   2003;49:853), at each temperature;
 * - `exponential`: less a background `C e^(a(T - T0))` that has the curve's slopes in both regions,
 *   for light falls faster the colder it is, then between the means of the regions (Palais &
 *   Wittwer, Methods Enzymol 2009;454:323).
 * @returns `out`: NaN where not measured, and everywhere when a region has less than three points,
 *   the lines cross, or the light does not fall in both regions (exponential).
 */
export function normaliseMelt(
  temperatures: Float64Array,
  curve: Float64Array,
  { regions, method }: { regions: MeltRegions; method: MeltNormalisation },
  out: Float64Array,
): Float64Array {
  const points = orderPoints(temperatures, curve)
  const before = fitRegion(points, regions.before)
  const after = fitRegion(points, regions.after)
  out.fill(Number.NaN)
  if (!before || !after) return out
  const scale = method === 'bilinear' ? spanLines(before, after) : spanDecay(before, after)
  if (!scale) return out
  for (let i = 0; i < out.length; i++) {
    if (points.places[i]! >= 0) out[i] = scale(temperatures[i]!, curve[i]!)
  }
  return out
}

/** Least-squares line of a region: its mean point and its slope. */
interface RegionLine {
  temperature: number
  value: number
  slope: number
}

type Scale = (temperature: number, value: number) => number

function fitRegion(points: MeltPoints, { from, to }: TemperatureRange): RegionLine | null {
  const { temperatures, values } = points
  let count = 0
  let temperature = 0
  let value = 0
  let across = 0
  let spread = 0
  for (let i = 0; i < values.length; i++) {
    if (temperatures[i]! < from || temperatures[i]! > to) continue
    count++
    // Run means and moments on (Welford), so that large values lose no digits.
    const run = temperatures[i]! - temperature
    temperature += run / count
    value += (values[i]! - value) / count
    across += run * (values[i]! - value)
    spread += run * (temperatures[i]! - temperature)
  }
  return count < 3 ? null : { temperature, value, slope: across / spread }
}

function spanLines(before: RegionLine, after: RegionLine): Scale | null {
  const upper = (t: number) => before.value + before.slope * (t - before.temperature)
  const lower = (t: number) => after.value + after.slope * (t - after.temperature)
  const isOpen = (t: number) => upper(t) > lower(t)
  if (!isOpen(before.temperature) || !isOpen(after.temperature)) return null
  return (t, value) => {
    // Ignore lines that meet outside the melting, which say nothing there.
    const height = upper(t) - lower(t)
    return height > 0 ? (value - lower(t)) / height : Number.NaN
  }
}

function spanDecay(before: RegionLine, after: RegionLine): Scale | null {
  if (!(before.slope < 0 && after.slope < 0)) return null
  const length = after.temperature - before.temperature
  const rate = log(after.slope / before.slope) / length
  // Use a line as the rate goes to zero, which the background becomes.
  const background = (t: number) => {
    const x = rate * (t - before.temperature)
    return Math.abs(x) < 1e-6
      ? before.slope * (t - before.temperature)
      : (before.slope / rate) * (exp(x) - 1)
  }
  const top = before.value
  const bottom = after.value - background(after.temperature)
  if (!(top > bottom)) return null
  return (t, value) => (value - background(t) - bottom) / (top - bottom)
}
