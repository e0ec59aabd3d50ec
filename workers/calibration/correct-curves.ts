import type { Calibration, RoiEvidence } from '../../domain/entities/calibration.ts'
import { overlap } from '../../domain/rules/circle-overlap.ts'
import type { RunCurves } from '../run/blob.ts'
import { curveOf, type Readings, temperaturesOf } from '../curves/readings.ts'
import { factorsOf, type LightFactors } from './light-factors.ts'

type Evidence = Calibration['evidence']

/** Correction of a run's curves by another calibration than the one it was measured by. */
export interface CurveCorrection {
  /** Factors that each well's readings are multiplied by; a channel without factors stays as it is. */
  light: readonly LightFactors[]
  /** True temperature of a well where the device has read `read`, °C. */
  melt: ((read: number, well: number) => number) | null
}

/** Smallest part of a well's light that a region must have collected: from less nothing can be calculated back. */
const leastShare = 0.05

/**
 * Return what changes in the readings of a run when `next` is used in place of `last`, of the same kind.
 * - Light: readings were divided by the factors of `last`, or by none, and are divided by those of `next`.
 * - Regions: each collects the part of its well's light that it shares with the well as `next` has seen it; so the wells count as moved
 *   for the whole time since `last`.
 * - Temperature: the melt axis is read with the offset and gain of `next`. Amplification is what it was: no calculation heats a well again.
 * - Melt map: the melt axis of each well moves by the distance that was found for it, and by that from a known melting temperature.
 *
 * @returns null where nothing can be calculated: regions without earlier ones.
 */
export function correctionBetween(last: Evidence | null, next: Evidence): CurveCorrection | null {
  switch (next.of) {
    case 'illumination': {
      const known = last?.of === 'illumination' ? factorsOf(last) : []
      const light = factorsOf(next).map((one) => {
        const before = known.find(({ channel }) => channel === one.channel)?.light
        return {
          channel: one.channel,
          light: one.light.map((field, well) => (before?.[well] ?? 1) / field),
        }
      })
      return { light, melt: null }
    }
    case 'roi':
      return last?.of === 'roi' ? { light: regionFactors(last, next), melt: null } : null
    case 'thermal': {
      const { offset, gain } = last?.of === 'thermal' ? last : { offset: 0, gain: 1 }
      return { light: [], melt: (read) => next.offset + (next.gain * (read - offset)) / gain }
    }
    case 'melt': {
      const bias = next.known_tm === null ? 0 : next.median - next.known_tm
      return { light: [], melt: (read, well) => read - bias - (next.wells[well]?.off ?? 0) }
    }
  }
}

function regionFactors(last: RoiEvidence, next: RoiEvidence): LightFactors[] {
  const scale = next.width / last.width
  return next.pictures.map(({ channel }, order) => ({
    channel,
    light: next.regions.map((region, at) => {
      const seen = region.channels[order]
      const before = last.regions[at]
      if (!seen?.seen || !before) return 1
      const apart = (x: number, y: number) =>
        Math.sqrt((x - seen.x) * (x - seen.x) + (y - seen.y) * (y - seen.y))
      const well = Math.PI * seen.radius * seen.radius
      const collected =
        overlap(apart(before.x * scale, before.y * scale), seen.radius, before.radius * scale) /
        well
      const right = overlap(apart(region.x, region.y), seen.radius, region.radius) / well
      return right / Math.max(leastShare, collected)
    }),
  }))
}

/** Return the curves of a run as another calibration would have given them; those of the run stay as they are. */
export function correctCurves(
  { amplification, melt }: RunCurves,
  correction: CurveCorrection,
): RunCurves {
  return {
    amplification: multiply(amplification, correction.light),
    melt: melt && shift(multiply(melt, correction.light), correction.melt),
  }
}

function multiply(readings: Readings, light: readonly LightFactors[]): Readings {
  if (light.length === 0) return readings
  const corrected = { ...readings, values: readings.values.slice() }
  for (const one of light) {
    const channel = readings.channels.indexOf(one.channel)
    if (channel < 0) continue
    for (let well = 0; well < readings.wells; well += 1) {
      const factor = one.light[well] ?? 1
      const curve = curveOf(corrected, channel, well)
      for (let point = 0; point < curve.length; point += 1) curve[point]! *= factor
    }
  }
  return corrected
}

/** Give each well a melt axis of its own. */
function shift(readings: Readings, melt: CurveCorrection['melt']): Readings {
  if (!melt) return readings
  const { wells, points } = readings
  const temperatures = new Float64Array(wells * points)
  for (let well = 0; well < wells; well += 1) {
    const read = temperaturesOf(readings, well)
    for (let point = 0; point < points; point += 1) {
      temperatures[well * points + point] = melt(read[point] ?? Number.NaN, well)
    }
  }
  return { ...readings, temperatures }
}
