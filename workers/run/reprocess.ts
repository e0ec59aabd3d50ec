import type { SignalProcessing } from '../../domain/entities/bkernel.ts'
import { curveOf, type Readings } from '../curves/readings.ts'
import type { RunCurves } from './blob.ts'

/**
 * Return the curves of a run as another processing of the same counts would have given them (decision 81): readings are taken back to
 * counts by `from` and made again by `to`, averaged over cycles first, then limited and rounded. Melt curves are not averaged: their
 * readings are no cycles. Rounding and a limit of `from` cannot be undone; readings are what they were.
 *
 * @returns null where `from` averaged over another number of cycles: single readings are not known.
 */
export function reprocess(
  { amplification, melt }: RunCurves,
  from: SignalProcessing,
  to: SignalProcessing,
): RunCurves | null {
  if (from.mean_of > 1 && from.mean_of !== to.mean_of) return null
  const cycles = from.mean_of === to.mean_of ? 1 : to.mean_of
  return {
    amplification: convert(amplification, { from, to, cycles }),
    melt: melt && convert(melt, { from, to, cycles: 1 }),
  }
}

function convert(
  readings: Readings,
  { from, to, cycles }: { from: SignalProcessing; to: SignalProcessing; cycles: number },
): Readings {
  const converted = { ...readings, values: readings.values.slice() }
  for (let channel = 0; channel < readings.channels.length; channel += 1) {
    for (let well = 0; well < readings.wells; well += 1) {
      const before = curveOf(readings, channel, well)
      const after = curveOf(converted, channel, well)
      for (let point = 0; point < after.length; point += 1) {
        after[point] = makeReading(averageBefore(before, point, cycles), from, to)
      }
    }
  }
  return converted
}

/** Return the mean of a reading and those before it; the first ones have fewer. A missing reading stays missing, and counts in no mean. */
function averageBefore(curve: Float64Array, point: number, cycles: number): number {
  const own = curve[point] ?? Number.NaN
  if (cycles === 1 || Number.isNaN(own)) return own
  let [sum, count] = [0, 0]
  for (let at = Math.max(0, point - cycles + 1); at <= point; at += 1) {
    const value = curve[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return sum / count
}

function makeReading(reading: number, from: SignalProcessing, to: SignalProcessing): number {
  const isSameScale = from.gain === to.gain && from.offset === to.offset
  // Leave the number as it is where nothing scales it: there and back moves its last digits.
  const made = isSameScale ? reading : to.gain * ((reading - from.offset) / from.gain) + to.offset
  const limited = to.ceiling === null ? made : Math.min(made, to.ceiling)
  return to.step === 0 ? limited : Math.round(limited / to.step) * to.step
}
