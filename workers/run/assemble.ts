import type { Reading } from '../../domain/live/event.ts'
import type { RunCurves } from './blob.ts'
import { createReadings, type Readings } from '../curves/readings.ts'

/**
 * Put single readings, as a device sends them, into curves. Points that have not come are NaN.
 * @param channels names in the order of the readings' values (the method's channels).
 * @param wells number of wells of the cartridge.
 */
export function assembleCurves(
  readings: readonly Reading[],
  channels: readonly string[],
  wells: number,
): RunCurves {
  return {
    amplification: assemblePhase(readings, 'AMP', channels, wells),
    melt: readings.some(({ phase }) => phase === 'VAL')
      ? assemblePhase(readings, 'VAL', channels, wells)
      : null,
  }
}

function assemblePhase(
  readings: readonly Reading[],
  phase: Reading['phase'],
  channels: readonly string[],
  wells: number,
): Readings {
  const own = readings.filter((reading) => reading.phase === phase)
  const points = own.reduce((most, { index }) => Math.max(most, index), 0)
  const curves = createReadings(channels, wells, points)
  for (const reading of own) addReading(curves, reading)
  return curves
}

/** Fields of a reading that become a part of the curves. */
export type CurvePoint = Pick<Reading, 'phase' | 'index' | 'temperature' | 'values'>

/** Write one reading at its point; values of wells or channels that the curves do not have are dropped. */
export function addReading(
  curves: Readings,
  { index, temperature, values }: Omit<CurvePoint, 'phase'>,
): void {
  const point = index - 1
  curves.temperatures[point] = temperature
  for (let channel = 0; channel < curves.channels.length; channel += 1) {
    const row = values[channel]
    for (let well = 0; well < curves.wells; well += 1) {
      curves.values[(channel * curves.wells + well) * curves.points + point] =
        row?.[well] ?? Number.NaN
    }
  }
}

/** Make room for more points, and copy the present ones. */
export function extendReadings(before: Readings, points: number): Readings {
  const after = createReadings(before.channels, before.wells, points)
  after.temperatures.set(before.temperatures)
  for (let curve = 0; curve < before.channels.length * before.wells; curve += 1) {
    after.values.set(
      before.values.subarray(curve * before.points, (curve + 1) * before.points),
      curve * points,
    )
  }
  return after
}

/** List the points from `from` (0-based) to before `to`, as a device would send them. */
export function listPoints(
  curves: Readings,
  phase: CurvePoint['phase'],
  from: number,
  to: number,
): CurvePoint[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i): CurvePoint => {
    const point = from + i
    const values = curves.channels.map((_name, channel) =>
      Array.from({ length: curves.wells }, (_unused, well) => {
        const value = curves.values[(channel * curves.wells + well) * curves.points + point]!
        return Number.isFinite(value) ? value : null
      }),
    )
    return { phase, index: point + 1, temperature: curves.temperatures[point]!, values }
  })
}
