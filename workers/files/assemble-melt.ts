import { curveOf, type Readings } from '../curves/readings.ts'
import { checkLength, checkSize, type FileCurve, makeReadings } from './collect-curves.ts'
import type { FileLimits } from './limits.ts'
import type { NoticeList } from './notices.ts'
import { nameRanges } from './plate.ts'
import type { Place } from './refuse-file.ts'

/**
 * Put the melt curves of a file together, points in the file's order. Wells may have temperatures of
 * their own; channels of one well that were measured at different temperatures share the union.
 */
export function assembleMelt(
  curves: readonly FileCurve[],
  wells: number,
  limits: FileLimits,
  notices: NoticeList,
): Readings | null {
  const clean = curves.filter((curve) => curve.values.some(Number.isFinite))
  if (clean.length === 0) return null
  checkSize(clean, limits)
  const shared = findSharedScale(clean)
  const scales = shared ? null : findScales(clean, limits)
  const points = shared
    ? shared.length
    : [...(scales?.values() ?? [])].reduce((most, scale) => Math.max(most, scale.length), 0)
  const readings = makeReadings(clean, wells, points, limits)
  const repeating: Place[] = []
  for (const curve of clean) {
    fillMelt(readings, curve, shared ?? scales?.get(curve.well) ?? curve.at)
    if (new Set(curve.at).size < curve.at.length) repeating.push(curve.place)
  }
  if (repeating.length > 0) {
    const names = repeating.flatMap(({ well }) => well ?? [])
    const place = names.length > 1 ? { wells: nameRanges(names) } : repeating[0]
    notices.add('temperature_twice', place)
  }
  if (shared) readings.temperatures.set(shared)
  if (!scales) return readings
  notices.add('temperatures_differ', {})
  const temperatures = new Float64Array(wells * points).fill(Number.NaN)
  for (const [well, scale] of scales) temperatures.set(scale, well * points)
  return { ...readings, temperatures }
}

/** Return the temperatures that all curves share, some perhaps with gaps; null if they differ. */
function findSharedScale(curves: readonly FileCurve[]): readonly number[] | null {
  const longest = curves.reduce(
    (most, { at }) => (at.length > most.length ? at : most),
    [] as readonly number[],
  )
  const index = new Map(longest.map((temperature, i) => [temperature, i]))
  const unique = index.size === longest.length
  const fits = ({ at }: FileCurve) => {
    if (sameNumbers(at, longest)) return true
    let last = -1
    return (
      unique &&
      at.every((temperature) => {
        const position = index.get(temperature) ?? -1
        const rises = position > last
        last = position
        return rises
      })
    )
  }
  return curves.every(fits) ? longest : null
}

/** Return the temperatures of each well: those of its channels, or their union where they differ. */
function findScales(
  curves: readonly FileCurve[],
  limits: FileLimits,
): Map<number, readonly number[]> {
  const scales = new Map<number, readonly number[]>()
  for (const curve of curves) {
    const known = scales.get(curve.well)
    if (!known) scales.set(curve.well, curve.at)
    else if (!sameNumbers(known, curve.at)) {
      const union = [...new Set([...known, ...curve.at])].sort((a, b) => a - b)
      checkLength(union.length, curve.place, limits)
      scales.set(curve.well, union)
    }
  }
  return scales
}

function fillMelt(readings: Readings, curve: FileCurve, scale: readonly number[]): void {
  const target = curveOf(readings, readings.channels.indexOf(curve.channel), curve.well)
  const values = curve.values.map((value) => (Number.isFinite(value) ? value : Number.NaN))
  if (sameNumbers(scale, curve.at)) return target.set(values)
  const index = new Map(scale.map((temperature, i) => [temperature, i]))
  curve.at.forEach((temperature, i) => {
    target[index.get(temperature) ?? 0] = values[i] ?? Number.NaN
  })
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]))
}
