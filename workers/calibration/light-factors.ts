import type { IlluminationEvidence } from '../../domain/entities/calibration.ts'
import type { Reading } from '../../domain/live/event.ts'

/** Light of each place of a channel against the mean of all, well by well: what its readings are divided by. */
export interface LightFactors {
  channel: string
  light: number[]
}

/** Return the factors of a calibration of light, by channel. */
export function factorsOf<Evidence extends Pick<IlluminationEvidence, 'channels' | 'wells'>>(
  evidence: Evidence,
): { channel: Evidence['channels'][number]['channel']; light: number[] }[] {
  return evidence.channels.map(({ channel }, at) => ({
    channel,
    light: evidence.wells.map(({ channels }) => channels[at]?.field ?? 1),
  }))
}

/**
 * Divide raw readings by the factors of their channels; a channel without factors stays as it was read.
 * @param channels names in the order of the readings' values.
 */
export function divideReadings(
  readings: readonly Reading[],
  channels: readonly string[],
  factors: readonly LightFactors[],
): Reading[] {
  const rows = channels.map((name) => factors.find(({ channel }) => channel === name)?.light)
  return readings.map((reading) => ({
    ...reading,
    values: reading.values.map((row, channel) =>
      row.map((value, well) => (value === null ? null : value / (rows[channel]?.[well] ?? 1))),
    ),
  }))
}
