import { correctChannel, wellOf, type CorrectedChannel } from '../../workers/curves/correct.ts'
import { curveOf, temperaturesOf, type Readings } from '../../workers/curves/readings.ts'
import type { EnginePlate } from './engine-plate.ts'

/** Results of a stage, each with what it is of: 'FAM, well 12'. */
export type Items = Iterable<[item: string, value: unknown]>
export type Stage = (plate: EnginePlate) => Items

/** Make a stage that takes a curve as it was measured. */
export function byCurve(measure: (curve: Float64Array) => unknown): Stage {
  return function* ({ amplification }) {
    for (const [item, curve] of eachCurve(amplification)) yield [item, measure(curve)]
  }
}

/** Make a stage that takes the temperatures and the curve of a melt. */
export function byMelt(
  measure: (temperatures: Float64Array, curve: Float64Array) => unknown,
): Stage {
  return function* ({ melt }) {
    if (!melt) return
    for (const [item, curve, well] of eachCurve(melt)) {
      yield [item, measure(temperaturesOf(melt, well), curve)]
    }
  }
}

/** Make a stage that takes a whole channel and returns a list, or lists by name, with a place for each well. */
export function byChannel(
  measure: (values: Float64Array, wells: number, points: number, channel: number) => object,
): Stage {
  return function* ({ amplification: { channels, wells, points, values } }) {
    const size = wells * points
    for (const [channel, name] of channels.entries()) {
      const part = values.slice(channel * size, (channel + 1) * size)
      yield* eachWell(name, measure(part, wells, points, channel), wells)
    }
  }
}

/** Make a stage that takes a channel's curves after their baseline was subtracted. */
export function byCorrected(measure: (curves: CorrectedChannel) => object): Stage {
  return function* ({ amplification, evaluation }) {
    for (const [channel, name] of amplification.channels.entries()) {
      const passive = amplification.channels.indexOf(evaluation.passive_reference ?? '')
      const reference = passive < 0 || passive === channel ? null : passive
      const curves = correctChannel(amplification, channel, reference, { method: 'automatic' })
      yield* eachWell(name, measure(curves), curves.wells)
    }
  }
}

export function correctedOf({ corrected, points }: CorrectedChannel, well: number): Float64Array {
  return wellOf(corrected, well, points)
}

function* eachCurve(
  readings: Readings,
): Generator<[item: string, curve: Float64Array, well: number]> {
  for (const [channel, name] of readings.channels.entries()) {
    for (let well = 0; well < readings.wells; well++) {
      yield [`${name}, well ${well + 1}`, curveOf(readings, channel, well), well]
    }
  }
}

type Numbered = Record<number, unknown>

/** Return lists of one entry a well as items of the wells; what is no such list is an item of its own. */
function* eachWell(name: string, found: object, wells: number): Items {
  const isList = (one: unknown): one is ArrayLike<unknown> =>
    (Array.isArray(one) || ArrayBuffer.isView(one)) &&
    (one as ArrayLike<unknown> & object as { length: number }).length === wells
  const parts = isList(found) ? [['', found] as const] : Object.entries(found)
  const lists = parts.filter(([, part]) => isList(part))
  for (let well = 0; well < wells; well++) {
    const values = lists.map(([key, list]) => [key, (list as Numbered)[well]])
    yield [`${name}, well ${well + 1}`, values]
  }
  for (const [key, part] of parts) if (!isList(part)) yield [`${name}, ${key}`, part]
}
