import { Fault } from '../../domain/fault.ts'
import type { Readings } from '../curves/readings.ts'

/**
 * Matrices and backgrounds that turn the light of the filter channels into the light of dyes, for each well: `dye =
 * unmixing (reading - background)`, the inverse of `reading = mixing dye + background`.
 */
export interface Compensation {
  /** Filter channels of the readings, in the order of the columns. */
  channels: readonly string[]
  /** Dyes of the result, in the order of the rows. */
  dyes: readonly string[]
  wells: number
  /** `[(well * dyes + dye) * channels + channel]`; NaN for a dye that is not in the well. */
  unmixing: Float64Array
  /** `[well * channels + channel]` in a.u. */
  background: Float64Array
}

export function createCompensation(
  channels: readonly string[],
  dyes: readonly string[],
  wells: number,
): Compensation {
  return {
    channels,
    dyes,
    wells,
    unmixing: new Float64Array(wells * dyes.length * channels.length),
    background: new Float64Array(wells * channels.length),
  }
}

/** Return the unmixing matrix of a well, `[dye * channels + channel]`: a view, so writing to it writes there. */
export function unmixingOf(compensation: Compensation, well: number): Float64Array {
  const size = compensation.dyes.length * compensation.channels.length
  return compensation.unmixing.subarray(well * size, (well + 1) * size)
}

/**
 * Compensate dye crosstalk: readings of filter channels (a.u.) to readings of dyes (a.u.), well by well and point by
 * point. A dye named like a channel takes its place, other dyes come at the end; channels that the compensation does
 * not use stay unchanged. A point with a gap in a channel is a gap in every dye calculated from it. Temperatures are
 * shared with the input.
 *
 * @throws Fault `invalid` naming the channel the readings lack, or when the wells are not as many.
 */
export function compensate(readings: Readings, compensation: Compensation): Readings {
  const { wells, points } = readings
  if (wells !== compensation.wells) {
    throw new Fault(
      'invalid',
      `Compensation for ${compensation.wells} wells, readings of ${wells}`,
      {
        reason: 'compensation_wells',
        params: { expected: compensation.wells, found: wells },
      },
    )
  }
  const from = compensation.channels.map((name) => findPosition(readings, name))
  const kept = readings.channels.filter(
    (name) => compensation.dyes.includes(name) || !compensation.channels.includes(name),
  )
  const channels = [...kept, ...compensation.dyes.filter((name) => !kept.includes(name))]
  const values = new Float64Array(channels.length * wells * points)
  for (const [channel, name] of channels.entries()) {
    if (compensation.dyes.includes(name)) continue
    const start = readings.channels.indexOf(name) * wells * points
    values.set(readings.values.subarray(start, start + wells * points), channel * wells * points)
  }
  const to = compensation.dyes.map((name) => channels.indexOf(name))
  for (let well = 0; well < wells; well++) {
    compensateWell(readings, compensation, { well, from, to }, values)
  }
  return { channels, wells, points, temperatures: readings.temperatures, values }
}

function findPosition(readings: Readings, name: string): number {
  const position = readings.channels.indexOf(name)
  if (position >= 0) return position
  throw new Fault('invalid', `The readings have no channel ${name}`, {
    reason: 'compensation_channel',
    params: { channel: name },
  })
}

function compensateWell(
  readings: Readings,
  compensation: Compensation,
  { well, from, to }: { well: number; from: readonly number[]; to: readonly number[] },
  out: Float64Array,
): void {
  const { wells, points, values } = readings
  const count = from.length
  const unmixing = unmixingOf(compensation, well)
  for (const [dye, position] of to.entries()) {
    const start = (position * wells + well) * points
    for (let channel = 0; channel < count; channel++) {
      const factor = unmixing[dye * count + channel]!
      // Skip a channel that is no part of the dye: its gaps are none of the dye's.
      if (factor === 0) continue
      const dark = compensation.background[well * count + channel]!
      const source = (from[channel]! * wells + well) * points
      for (let point = 0; point < points; point++) {
        out[start + point] = out[start + point]! + factor * (values[source + point]! - dark)
      }
    }
  }
}
