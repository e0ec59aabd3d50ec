import { readFileSync } from 'node:fs'
import type { DyePlates } from '../../workers/compensation/plates.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'

/** A real plate of 16 wells with FAM alone, read in two channels, and its pure-dye plates. */
export interface TwoChannelPlate {
  plates: DyePlates
  readings: Readings
}

interface Recorded {
  channels: string[]
  dyes: string[]
  wells: number
  /** By channel and well. */
  background: number[][]
  /** By dye, channel and well. */
  pure: number[][][]
  /** By channel, well and cycle. */
  amplification: number[][][]
}

export function readTwoChannelPlate(): TwoChannelPlate {
  const file = new URL('../fixtures/compensation/chaipcr-two-channel.json', import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  const { channels, dyes, wells } = recorded
  const points = recorded.amplification[0]?.[0]?.length ?? 0
  const readings = createReadings(channels, wells, points)
  for (const [channel, curves] of recorded.amplification.entries()) {
    for (const [well, curve] of curves.entries()) curveOf(readings, channel, well).set(curve)
  }
  const background = Float64Array.from(recorded.background.flat())
  const pure = Float64Array.from(recorded.pure.flat(2))
  return { plates: { channels, dyes, wells, background, pure }, readings }
}
