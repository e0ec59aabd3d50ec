import { interpolate, lingers, measureFree, measureWidth, mirrorArea, type Flank } from './flank.ts'
import type { MeltPeak } from './measure-peak.ts'
import type { MeltRule } from './melt-rule.ts'
import type { MeltSlope } from './smooth-slope.ts'
import { findVertex } from './vertex.ts'

/** Nearest place of a shoulder to the top, in widths of the peak: nearer, two products are one. */
const nearest = 0.6
/** Steps of the grid that a peak must be wide for its sides to be compared. */
const leastSteps = 4
/**
 * Find products that melt in the flank of a larger peak and so have no top of their own. One product melts nearly the
 * same to both sides of its Tm, so the excess of a flank over the other one's mirror image is another product: there is
 * a shoulder if this excess rises and falls again by more than the rule's limits, and the flank itself falls, lingers
 * and falls again (which a merely leaning peak does not). Its prominence and area are the excess's; the peak's area
 * becomes that of two free flanks.
 * @param temperatures deg C, rising.
 * @param peaks peaks with a top of their own.
 */
export function findShoulders(
  temperatures: Float64Array,
  melt: MeltSlope,
  peaks: readonly MeltPeak[],
  rule: MeltRule,
): MeltPeak[] {
  const shoulders: MeltPeak[] = []
  const largest = peaks.reduce((most, peak) => Math.max(most, peak.prominence), 0)
  for (const peak of peaks) {
    for (const side of [-1, 1] as const) {
      const flank = {
        peak,
        peaks,
        side,
        width: measureWidth(temperatures, melt.slope, peak, -side),
      }
      if (!lingers(temperatures, melt, flank)) continue
      const excess = measureExcess(temperatures, melt.slope, flank)
      const shoulder = excess && findRise(excess, side)
      if (!shoulder) continue
      const noise = rule.noiseFactor * Math.SQRT2 * melt.deviation[shoulder.point]!
      const { prominence, width, area } = shoulder.peak
      if (prominence < Math.max(noise, rule.leastShare * largest)) continue
      if (width < rule.leastWidth || area <= 0) continue
      peak.area = mirrorArea(temperatures, melt.slope, flank)
      shoulders.push(shoulder.peak)
    }
  }
  return shoulders
}

/** Excess of one flank over the mirrored other one, from the top outwards. */
interface Excess {
  /** Points of the curve, outwards. */
  points: number[]
  /** Their temperatures. */
  temperatures: number[]
  /** Excess in a.u. per deg C. */
  values: number[]
  heights: number[]
}

function measureExcess(
  temperatures: Float64Array,
  slope: Float64Array,
  flank: Flank,
): Excess | null {
  const { peak, side, width } = flank
  const last = temperatures.length - 1
  const step = (temperatures[last]! - temperatures[0]!) / last
  if (!(width >= leastSteps * step)) return null
  const free = measureFree(flank)
  const excess: Excess = { points: [], temperatures: [], values: [], heights: [] }
  for (let i = side > 0 ? 0 : last; i >= 0 && i <= last; i += side) {
    const distance = side * (temperatures[i]! - peak.tm)
    if (distance < nearest * width) continue
    if (distance > free) break
    const mirrored = interpolate(temperatures, slope, peak.tm - side * distance)
    if (mirrored !== mirrored) break
    excess.points.push(i)
    excess.temperatures.push(temperatures[i]!)
    excess.values.push(slope[i]! - mirrored)
    excess.heights.push(slope[i]!)
  }
  return excess.points.length < leastSteps ? null : excess
}

/** Return the largest excess as a peak, null where it does not fall again before the flank ends. */
function findRise(excess: Excess, side: 1 | -1): { point: number; peak: MeltPeak } | null {
  const { values, temperatures, heights, points } = excess
  let top = 0
  for (let i = 1; i < values.length; i++) if (values[i]! > values[top]!) top = i
  if (top === 0 || top === values.length - 1) return null
  let base = top
  for (let i = top; i < values.length; i++) if (values[i]! < values[base]!) base = i
  const level = Math.max(0, values[base]!)
  const prominence = values[top]! - level
  let area = 0
  let width = 0
  for (let i = 1; i <= base; i++) {
    const step = side * (temperatures[i]! - temperatures[i - 1]!)
    const mean = (values[i]! + values[i - 1]!) / 2 - level
    area += Math.max(0, mean) * step
    if (mean > prominence / 2) width += step
  }
  const { tm } = findVertex(temperatures, values, top)
  const peak = { tm, height: heights[top]!, prominence, width, area }
  return { point: points[top]!, peak: { ...peak, share: 0, isShoulder: true } }
}
