import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading } from '../../domain/live/event.ts'
import { divideReadings } from '../../workers/calibration/light-factors.ts'
import type { LightInForce } from '../store/calibrations-in-force.ts'

interface LitRun {
  record: Analysis
  readings: readonly Reading[]
  /** Factors in force when the run began; null where none were. */
  light: LightInForce | null
}

/**
 * Divide the readings of a run by the factors of light in force, where its device says that they are raw: never twice, and never where
 * the device does not say (decision 77).
 * @param told calibration that the device has divided them by; null for raw readings, undefined where it does not say.
 */
export function divideRaw(
  { record, readings, light }: LitRun,
  told: string | null | undefined,
): { readings: readonly Reading[]; light: Analysis['light'] } {
  if (told === undefined) return { readings, light: undefined }
  if (told !== null) {
    return { readings, light: { calibration_uuid: told, divided_by: 'device' } }
  }
  if (light === null) return { readings, light: null }
  return {
    readings: divideReadings(readings, channelsOf(record), light.factors),
    light: { calibration_uuid: light.uuid, divided_by: 'service' },
  }
}

/** Return late readings as those of the curve file: divided where the service has divided them. */
export function asInFile({ record, readings, light }: LitRun): readonly Reading[] {
  const wasDivided = record.light?.divided_by === 'service' && light !== null
  return wasDivided ? divideReadings(readings, channelsOf(record), light.factors) : readings
}

function channelsOf({ method }: Analysis): string[] {
  return method.process.channels.map(({ wavelength }) => wavelength)
}
