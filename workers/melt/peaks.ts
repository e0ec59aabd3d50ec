import { measureAreas } from './measure-areas.ts'
import { measurePeak, type MeltPeak } from './measure-peak.ts'
import { defaultMeltRule, type MeltRule } from './melt-rule.ts'
import { findStep, orderPoints } from './order-points.ts'
import { refineTop } from './refine-top.ts'
import { findShoulders } from './shoulders.ts'
import { smoothSlope, type MeltSlope } from './smooth-slope.ts'

export type { MeltPeak } from './measure-peak.ts'

/** Half width of the fit of a top, in widths of the peak and at least in steps of the grid. */
const reachOfWidth = 0.7
const reachOfStep = 2.9

/**
 * Find melting peaks, the most prominent first. A peak is a local maximum of the smoothed -dF/dT (`smoothSlope`) that
 * rises above its valleys by a part of the largest peak, by a multiple of the noise and by a part of the light lost;
 * its Tm is the vertex of a parabola through the top, so finer than the grid. A product that melts in the flank of a
 * larger peak is found as a shoulder. Temperatures may come in any order, uneven and with gaps (NaN); less than five
 * points give none.
 * @param temperatures deg C.
 * @param curve fluorescence in a.u.
 */
export function findMeltPeaks(
  temperatures: Float64Array,
  curve: Float64Array,
  rule: MeltRule = defaultMeltRule,
): MeltPeak[] {
  const points = orderPoints(temperatures, curve)
  if (points.values.length < 5) return []
  const melt = smoothSlope(points)
  const whole = findTops(points.temperatures, melt, rule)
  for (const peak of whole) refine(points.temperatures, melt.slope, peak)
  measureAreas(points.temperatures, melt.slope, whole)
  const loss = measureLoss(points.values)
  const real = whole.filter(({ area }) => area > 0 && area >= rule.leastLoss * loss)
  if (real.length < whole.length) measureAreas(points.temperatures, melt.slope, real)
  const shoulders = findShoulders(points.temperatures, melt, real, rule)
  const all = [...real, ...shoulders.filter(({ height }) => height > 0)]
  const area = all.reduce((sum, peak) => sum + peak.area, 0)
  for (const peak of all) peak.share = peak.area / area
  return all.sort((a, b) => b.prominence - a.prominence || a.tm - b.tm)
}

/** Find the prominent local maxima, without their areas. */
function findTops(temperatures: Float64Array, melt: MeltSlope, rule: MeltRule): MeltPeak[] {
  const { slope, deviation } = melt
  const found: { peak: MeltPeak; rise: number }[] = []
  for (let i = 1; i + 1 < slope.length; i++) {
    if (!(slope[i]! > slope[i - 1]! && slope[i]! >= slope[i + 1]!)) continue
    const measured = measurePeak(temperatures, melt, i)
    const { prominence, width } = measured.peak
    const isWide = width >= rule.leastWidth && width <= rule.mostWidth
    // Skip a dent in light that rises throughout: it is no product.
    if (!(slope[i]! > 0)) continue
    if (isWide && prominence > rule.noiseFactor * deviation[i]!) found.push(measured)
  }
  const largest = found.reduce((most, { peak }) => Math.max(most, peak.prominence), 0)
  const least = rule.leastShare * largest
  return found
    .filter(({ peak, rise }) => rise >= least && peak.prominence >= least / 2)
    .map(({ peak }) => peak)
}

/** Light lost over the whole melt, in a.u.; what the instrument adds to every reading is not in it. */
function measureLoss(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return most - least
}

function refine(temperatures: Float64Array, slope: Float64Array, peak: MeltPeak): void {
  const reach = Math.max(reachOfWidth * peak.width, reachOfStep * findStep(temperatures))
  const top = refineTop(temperatures, slope, peak.tm, reach)
  if (top) peak.tm = top.tm
}
