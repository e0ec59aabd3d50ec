import {
  acceptance,
  isBeyond,
  type LimitName,
  worstFirst,
} from '../../domain/catalog/calibration.ts'
import type { CalibrationFinding, IlluminationEvidence } from '../../domain/entities/calibration.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import { findMedian } from '../numbers/median.ts'
import { deviationOf, meanOf } from '../numbers/mean.ts'
import { fitWithoutOutliers, type Place, placesOf } from './fit-surface.ts'

/** One well in one channel, before and after the plate was turned: greys above the surroundings, pixels at the end of the scale. */
export interface LitWell {
  light: number
  turned: number
  saturated: number
}

/** Light of a channel in all wells, row by row. */
export interface LitChannel {
  channel: WavelengthName
  wells: readonly LitWell[]
}

export type FlatField = Pick<IlluminationEvidence, 'channels' | 'wells'> & {
  /** The worst first. */
  findings: CalibrationFinding[]
}

/** Light falls off with the square of the distance from a centre that need not be the plate's. */
const vignetting = [
  () => 1,
  ({ x }: Place) => x,
  ({ y }: Place) => y,
  ({ x, y }: Place) => x * x + y * y,
]

/**
 * Return the flat field of each channel, and what is beyond a limit. The plate is read twice, the second time turned by 180 degrees: what
 * moves with it belongs to the plate, what stays in its place to the block (QuantStudio 4489821 B, p. 74). `field` is the geometric mean
 * of both readings over their own means, with a mean of 1. A well of the plate's middle stays in its place, so that its dirt counts as
 * the block's.
 * @param names names of the wells, row by row.
 * @param last fields of the last accepted calibration of the same vessel, by channel; null without one.
 */
export function flattenField(
  lit: readonly LitChannel[],
  shape: { rows: number; columns: number },
  names: readonly string[],
  last: ReadonlyMap<string, readonly number[]> | null,
): FlatField {
  const places = placesOf(shape)
  const read = lit.map((one) => flattenChannel(one, places, last?.get(one.channel) ?? null))
  const findings = read.flatMap(({ channel, numbers, wells }, order): CalibrationFinding[] => {
    const of = (limit: LimitName, well: string | null, value: number) =>
      isBeyond(limit, value) ? [{ limit, channel, well, value }] : []
    return [
      ...(['range', 'cv', 'offset', 'corrected'] as const).flatMap((name) =>
        of(name, null, numbers[name]),
      ),
      ...wells.flatMap((well, at) => {
        const name = names[at] ?? ''
        const { light, turned, saturated } = lit[order]?.wells[at] ?? well
        return [
          ...of('saturated', name, saturated),
          ...of('light', name, Math.min(light, turned)),
          ...of('plate', name, Math.abs(well.plate)),
          ...of('block', name, Math.abs(well.block)),
          ...(well.change === null ? [] : of('change', name, Math.abs(well.change))),
        ]
      }),
    ]
  })
  return {
    channels: read.map(({ channel, numbers }) => ({ channel, ...numbers })),
    wells: names.map((well, at) => ({
      well,
      channels: read.map(({ wells }) => {
        const { light = 0, turned = 0, field = 1, plate = 0, block = 0 } = wells[at] ?? {}
        return { light, turned, field, plate, block }
      }),
    })),
    findings: worstFirst(findings),
  }
}

function flattenChannel(
  { channel, wells }: LitChannel,
  places: readonly Place[],
  last: readonly number[] | null,
) {
  // Compare the pictures by their median, which one dirty well does not move: the lamp may differ between them.
  const ratios = wells.map(({ light, turned }) => Math.max(light, 0.5) / Math.max(turned, 0.5))
  const lamp = findMedian(ratios)
  const plate = ratios.map((ratio) => ratio / lamp - 1)
  const both = wells.map(({ light, turned }) =>
    Math.sqrt(Math.max(light, 0.5) * Math.max(turned, 0.5)),
  )
  const mean = meanOf(both)
  const field = both.map((value) => value / mean)
  const sorted = field.toSorted((a, b) => a - b)
  // Leave out what the plate has dimmed in both of its places: it is no fault of the block.
  const moved = plate.map((value) => isBeyond('plate', Math.abs(value)))
  const isPlates = (at: number) => moved[at] === true || moved[moved.length - 1 - at] === true
  const surface = fitWithoutOutliers(places, field, vignetting, acceptance.illumination.block.value)
  const block = field.map((value, at) => {
    if (!surface || isPlates(at)) return 0
    const away = surface.away[at] ?? 0
    return away / Math.max(0.1, value - away)
  })
  const centre = (axis: 'x' | 'y') =>
    meanOf(field.map((value, at) => value * (places[at]?.[axis] ?? 0)))
  const [x, y] = [centre('x'), centre('y')]
  return {
    channel,
    numbers: {
      range: round((sorted[0] ?? 0) / (sorted.at(-1) ?? 1)),
      cv: round(variationOf(field)),
      offset: round(Math.sqrt(x * x + y * y)),
      corrected: round(variationOf(ratios.map((ratio) => ratio / lamp)) / Math.SQRT2),
    },
    wells: wells.map(({ light, turned }, at) => {
      const known = last?.[at]
      const value = field[at] ?? 1
      return {
        light,
        turned,
        saturated: 0,
        field: round(value),
        plate: round(plate[at] ?? 0),
        block: round(block[at] ?? 0),
        change: known === undefined ? null : round(value / known - 1),
      }
    }),
  }
}

/** Return the coefficient of variation: the standard deviation in parts of the mean. */
function variationOf(values: readonly number[]): number {
  return deviationOf(values) / meanOf(values)
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
