import { readdirSync, readFileSync } from 'node:fs'
import type { DeviceCartridgeName } from '../domain/catalog/cartridges.ts'

/**
 * One phase of a recorded run. `values` is [channel][well][point] in the source's own fluorescence units,
 * numbers exactly as the source prints them; a well the source did not read is an empty array.
 */
export interface RecordedPhase {
  points: number
  values: number[][][]
}

/**
 * A recorded melt curve. `temperatures` (°C) has one row when all wells share them, else one row per
 * well; a well may have fewer values than `points`.
 */
export interface RecordedMelt extends RecordedPhase {
  temperatures: number[][]
}

/** A run of a real instrument, replayed by a simulated device as its optics (recordings/README.md). */
export interface Recording {
  name: string
  /** Repository @ commit and the files taken. */
  source: string
  licence: string
  device: 'bcube' | 'bgate'
  cartridge: DeviceCartridgeName
  channels: string[]
  wells: number
  /** Channel of the device -> dye of the source. */
  dyes: Record<string, string>
  phases: { AMP: RecordedPhase; VAL?: RecordedMelt }
}

/** Read the recordings beside this file, in the order of their names. */
export function readRecordings(): Recording[] {
  const folder = new URL('./recordings/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording)
}
