import type { Reading } from '../../domain/live/event.ts'
import type { RunCurves } from './blob.ts'
import { createReadings, type Readings } from './readings.ts'

/**
 * Puts single readings, as a device sends them, into curves. Points that have not come are NaN.
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

/** Writes one reading at its point; values of wells or channels that the curves do not have are dropped. */
export function addReading(curves: Readings, { index, temperature, values }: Reading): void {
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
