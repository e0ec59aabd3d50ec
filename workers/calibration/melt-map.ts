import {
  acceptance,
  isBeyond,
  type MeltLimit,
  worstFirst,
} from '../../domain/catalog/calibration.ts'
import type { CalibrationFinding, MeltEvidence } from '../../domain/entities/calibration.ts'
import { meanOf } from '../numbers/mean.ts'
import { findMedian } from '../numbers/median.ts'
import { fitSurface, fitWithoutOutliers, type Place, placesOf } from './fit-surface.ts'

export type MeltMap = Pick<MeltEvidence, 'median' | 'spread' | 'slope' | 'edge' | 'wells'> & {
  findings: CalibrationFinding[]
}

const plane = [() => 1, ({ x }: Place) => x, ({ y }: Place) => y]

/**
 * Judge a block by the melting temperatures of one amplicon in all of its wells (Chai Open qPCR, thermal_consistency.jl): how far they
 * are spread, and in which pattern. `slope` is the difference of the fitted plane between opposite corners or sides, `edge` that of outer
 * and inner wells after the plane is taken off, `off` that of a well from the plane through the others. All in °C.
 * @param tms melting temperatures, row by row; null for a well without one.
 */
export function mapMelt(
  tms: readonly (number | null)[],
  shape: { rows: number; columns: number },
  names: readonly string[],
  knownTm: number | null,
): MeltMap {
  const { rows, columns } = shape
  const known = tms.filter((tm) => tm !== null)
  const median = known.length === 0 ? 0 : findMedian(known)
  const places = placesOf(shape)
  const present = (at: number) => (tms[at] ?? null) !== null
  const heights = tms.map((tm) => (tm ?? median) - median)
  const all = fitSurface(places, heights, plane, present)
  const sound = fitWithoutOutliers(places, heights, plane, acceptance.melt.tm_well.value)
  const isOuter = (at: number) =>
    at < columns || at >= (rows - 1) * columns || at % columns === 0 || (at + 1) % columns === 0
  const left = heights.map((height, at) => height - (all?.heights[at] ?? 0))
  const meanLeft = (outer: boolean) =>
    meanOf(left.filter((_, at) => present(at) && isOuter(at) === outer))
  const fitted = all?.heights ?? [0]
  const numbers = {
    median: round(median),
    spread: round(known.length === 0 ? 0 : Math.max(...known) - Math.min(...known)),
    slope: round(Math.max(...fitted) - Math.min(...fitted)),
    edge: round(meanLeft(true) - meanLeft(false)),
  }
  const wells = names.map((well, at) => {
    const tm = tms[at] ?? null
    return { well, tm, off: tm === null ? null : round(sound?.away[at] ?? 0) }
  })
  const check = (limit: MeltLimit, well: string | null, value: number) =>
    isBeyond(limit, value) ? [{ limit, channel: null, well, value: round(value) }] : []
  const findings = [
    ...wells.flatMap(({ well, tm, off }) => [
      ...check('tm_missing', well, tm === null ? 1 : 0),
      ...check('tm_well', well, Math.abs(off ?? 0)),
    ]),
    ...check('tm_spread', null, numbers.spread),
    ...check('tm_slope', null, numbers.slope),
    ...check('tm_edge', null, Math.abs(numbers.edge)),
    ...(knownTm === null ? [] : check('tm_bias', null, Math.abs(median - knownTm))),
  ]
  return { ...numbers, wells, findings: worstFirst(findings) }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
