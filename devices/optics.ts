import { modelOptics } from './physical-model.ts'
import type { Optics, OpticsWish, PointValues } from './optics-wish.ts'
import type { RecordedMelt, Recording } from './recording.ts'

/** A recording may be this many cycles shorter than the programme; the last value is then held. */
const heldCycles = 2
/** Melt temperatures may be this far (°C) outside the recorded ones; the value at the end is then held. */
const heldDegrees = 0.5

/**
 * Choose the optics of a run: a recording that fits, else the physical model.
 * A recording fits when it is of the same cartridge, has every measured channel in every loaded well, is
 * at most two cycles too short, and covers the melt where one is measured. Of several the one with the
 * least left over is taken, so that a run of one channel replays a one-channel recording.
 */
export function chooseOptics(wish: OpticsWish, recordings: readonly Recording[]): Optics {
  const fitting = recordings
    .filter((recording) => fits(wish, recording))
    .sort((a, b) => leftOver(wish, a) - leftOver(wish, b) || (a.name < b.name ? -1 : 1))
  const [best] = fitting
  return best ? replayOptics(wish, best) : modelOptics(wish)
}

function fits(wish: OpticsWish, recording: Recording): boolean {
  const { AMP, VAL } = recording.phases
  return (
    recording.cartridge === wish.cartridge &&
    wish.channels.every((channel) => recording.channels.includes(channel)) &&
    wish.cycles > 0 &&
    wish.cycles <= AMP.points + heldCycles &&
    everyWellRead(wish, recording, AMP.values) &&
    (wish.melt.length === 0 || (VAL !== undefined && coversMelt(wish, recording, VAL)))
  )
}

function everyWellRead(wish: OpticsWish, recording: Recording, values: number[][][]): boolean {
  return wish.channels.every((channel) => {
    const curves = values[recording.channels.indexOf(channel)]
    return wish.wells.every((content, well) => !content || (curves?.[well]?.length ?? 0) > 0)
  })
}

function coversMelt(wish: OpticsWish, recording: Recording, melt: RecordedMelt): boolean {
  const lowest = Math.min(...wish.melt) + heldDegrees
  const highest = Math.max(...wish.melt) - heldDegrees
  return (
    everyWellRead(wish, recording, melt.values) &&
    melt.temperatures.every((row) => (row[0] ?? Infinity) <= lowest && (row.at(-1) ?? 0) >= highest)
  )
}

/**
 * Weigh the difference between plate and programme: channels and melt that the programme would not use weigh more than
 * cycles.
 */
function leftOver(wish: OpticsWish, recording: Recording): number {
  const channels = recording.channels.length - wish.channels.length
  const melt = recording.phases.VAL && wish.melt.length === 0 ? 1 : 0
  return 1000 * channels + 500 * melt + Math.abs(recording.phases.AMP.points - wish.cycles)
}

function replayOptics(wish: OpticsWish, recording: Recording): Optics {
  const { AMP, VAL } = recording.phases
  const readAll = (read: (channel: number, well: number) => number | null): PointValues =>
    wish.channels.map((channel) => {
      const row = recording.channels.indexOf(channel)
      return wish.wells.map((content, well) => (content ? read(row, well) : null))
    })
  return {
    name: recording.name,
    readAmplification: (cycle) =>
      readAll((channel, well) => {
        const curve = AMP.values[channel]?.[well] ?? []
        return curve[Math.min(cycle, curve.length) - 1] ?? null
      }),
    readMelt: (_index, temperature) =>
      readAll((channel, well) => {
        const row = VAL?.temperatures[well] ?? VAL?.temperatures[0] ?? []
        return interpolate(row, VAL?.values[channel]?.[well] ?? [], temperature)
      }),
  }
}

/**
 * Return the value of a recorded curve at a temperature: the recorded one where there is one, a straight line between
 * two neighbours, the end's value beyond the ends. `temperatures` rise.
 */
function interpolate(temperatures: number[], values: number[], at: number): number | null {
  const after = temperatures.findIndex((temperature) => temperature >= at)
  if (after === -1) return values.at(-1) ?? null
  const high = values[after]
  const highAt = temperatures[after]
  const low = values[after - 1]
  const lowAt = temperatures[after - 1]
  if (high === undefined || highAt === undefined) return null
  if (highAt === at || low === undefined || lowAt === undefined) return high
  return low + ((high - low) * (at - lowAt)) / (highAt - lowAt)
}
