import type { SampleType } from '../../../domain/entities/analysis.ts'
import { countNames, type Layout } from '../draft-steps.ts'
import { type Direction, orderWells, placeSamples, type Shape } from './wells.ts'

export interface Series {
  /** The first name; a number at its end counts on. */
  name: string
  sample_type: SampleType
  direction: Direction
  /** Wells of each sample, beside each other in the direction. */
  replicates: number
}

/** Fill the wells with samples whose names count on, each in as many wells as it has replicates. */
export function fillSeries(
  layout: Layout,
  wells: readonly string[],
  series: Series,
  shape: Shape,
  newId: () => string,
): Layout {
  const { name, sample_type, direction, replicates: each } = series
  const ordered = orderWells(wells, shape, direction)
  const names = countNames(name, Math.ceil(ordered.length / each), namesBeside(layout, ordered))
  const placed = names.map((one, at) => ({
    name: one,
    sample_type,
    wells: ordered.slice(at * each, (at + 1) * each),
  }))
  return placeSamples(layout, placed, newId)
}

/** Return the names in other wells, which counting skips. The name of an unplaced sample may be used. */
export function namesBeside(layout: Layout, wells: readonly string[]): Set<string> {
  const inside = new Set(wells)
  return new Set(
    layout
      .filter(({ coordinates }) => coordinates.some((well) => !inside.has(well)))
      .map(({ name }) => name),
  )
}
