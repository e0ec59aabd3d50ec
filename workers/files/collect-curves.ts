import { createReadings, curveOf, type Readings } from '../curves/readings.ts'
import type { FileLimits } from './limits.ts'
import { memoryOf, type ReadingMemory } from './reading-memory.ts'
import { refuseFile, type Place } from './refuse-file.ts'

/** One curve as a file gives it. */
export interface FileCurve {
  well: number
  channel: string
  /** Cycles from 1 (amplification) or temperatures in deg C (melt), one per value. */
  at: readonly number[]
  values: readonly number[]
  /** Temperatures of an amplification's cycles, where the file has them. */
  temperatures?: readonly number[]
  place: Place
}

/** Count the memory of a curve. @throws Fault `file_takes_memory` */
export function takeCurve(
  { at, values, temperatures = [], place }: Omit<FileCurve, 'well' | 'channel'>,
  memory: ReadingMemory,
): void {
  memory.take(memoryOf.curve, place)
  for (const list of [at, values, temperatures]) memory.takeNumbers(list, place)
}

/** Throw `points_too_many`. */
export function checkLength(points: number, place: Place, limits: FileLimits): void {
  if (points <= limits.points) return
  throw refuseFile('points_too_many', place, { found: points, limit: limits.points })
}

/** Throw `points_too_many` and `curves_too_large` before anything is made of the curves. */
export function checkSize(curves: readonly FileCurve[], limits: FileLimits): void {
  for (const { at, place } of curves) checkLength(at.length, place, limits)
  const channels = new Set(curves.map((curve) => curve.channel)).size
  if (channels <= limits.channels) return
  throw refuseFile('curves_too_large', {}, { channels, limit: limits.channels })
}

/** Empty readings with the channels of the curves. Throws `curves_too_large` before it takes the memory. */
export function makeReadings(
  curves: readonly FileCurve[],
  wells: number,
  points: number,
  limits: FileLimits,
): Readings {
  const channels = [...new Set(curves.map((curve) => curve.channel))]
  const values = channels.length * wells * points
  if (values > limits.values) {
    const params = { channels: channels.length, wells, points, limit: limits.values }
    throw refuseFile('curves_too_large', {}, params)
  }
  limits.memory.take(8 * values)
  return createReadings(channels, wells, points)
}

/**
 * Return true if more than half of the curves were baseline-subtracted, whatever the format promises: raw fluorescence
 * is never negative, subtracted curves cross zero in their first third.
 */
export function looksSubtracted(readings: Readings): boolean {
  const curves = readings.channels.flatMap((_, channel) =>
    Array.from({ length: readings.wells }, (_, well) => curveOf(readings, channel, well)),
  )
  return lookSubtracted(curves)
}

/** `looksSubtracted` for curves that are not yet on a plate. */
export function lookSubtracted(curves: readonly ArrayLike<number>[]): boolean {
  let [seen, crossing] = [0, 0]
  for (const whole of curves) {
    const curve = Array.from(whole).filter(Number.isFinite)
    if (curve.length < 9) continue
    const early = curve.slice(0, Math.ceil(curve.length / 3))
    seen++
    if (early.some((value) => value < 0) && early.some((value) => value > 0)) crossing++
  }
  return seen > 0 && crossing > seen / 2
}
