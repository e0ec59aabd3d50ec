import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Sample, SampleType } from '../../../domain/entities/analysis.ts'
import { wellIndex, wellName } from '../../../domain/rules/well.ts'
import type { Layout } from '../draft-steps.ts'

export type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Order of wells: along the row, or down the column. */
export type Direction = 'across' | 'down'

/** A layout after a step, and how many wells of it the plate did not have. */
export interface Outcome {
  layout: Layout
  fallen: number
}

/** A sample to place. Without a type or a mix it joins the sample that has the name. */
export interface Placement {
  name: string
  wells: readonly string[]
  sample_type?: SampleType | undefined
  quantity?: number | undefined
  well_type?: string | undefined
}

/** Order wells as they are filled; leave out names that the plate lacks. */
export function orderWells(wells: readonly string[], shape: Shape, direction: Direction): string[] {
  return [...new Set(wells)]
    .map((well) => wellIndex(shape, well))
    .filter((index) => index >= 0)
    .sort((a, b) => rankOf(a, shape, direction) - rankOf(b, shape, direction))
    .map((index) => wellName(shape, index))
}

/** List all wells of the plate in that order. */
export function listWells(shape: Shape, direction: Direction): string[] {
  const all = Array.from({ length: shape.rows * shape.columns }, (_, index) =>
    wellName(shape, index),
  )
  return orderWells(all, shape, direction)
}

/** Return the well at a row and column counted from 0; null off the plate. */
export function wellAt(row: number, column: number, shape: Shape): string | null {
  const inside = row >= 0 && row < shape.rows && column >= 0 && column < shape.columns
  return inside ? wellName(shape, row * shape.columns + column) : null
}

/** Return row and column of a well, counted from 0; null off the plate. */
export function placeOf(well: string, shape: Shape): { row: number; column: number } | null {
  const index = wellIndex(shape, well)
  if (index < 0) return null
  return { row: Math.floor(index / shape.columns), column: index % shape.columns }
}

/** Map each well to its sample; of two that claim one, the first. */
export function mapOwners(layout: Layout): Map<string, Sample> {
  const owners = new Map<string, Sample>()
  for (const sample of layout) {
    for (const well of sample.coordinates) if (!owners.has(well)) owners.set(well, sample)
  }
  return owners
}

/** Take the wells from their samples. A sample left without any stays, to be placed again or deleted. */
export function freeWells(layout: Layout, wells: readonly string[]): Layout {
  const taken = new Set(wells)
  return layout.map((one) =>
    one.coordinates.some((well) => taken.has(well))
      ? { ...one, coordinates: one.coordinates.filter((well) => !taken.has(well)) }
      : one,
  )
}

/** Put a sample of the layout into more wells; who was there before gives way. */
export function giveWells(layout: Layout, uuid: string, wells: readonly string[]): Layout {
  const added = new Set(wells)
  return layout.map((one) => {
    if (one.uuid === uuid) {
      const coordinates = [...new Set([...one.coordinates, ...wells])]
      return coordinates.length === one.coordinates.length ? one : { ...one, coordinates }
    }
    const kept = one.coordinates.filter((well) => !added.has(well))
    return kept.length === one.coordinates.length ? one : { ...one, coordinates: kept }
  })
}

/**
 * Put samples by name: one that is in the layout takes the wells as replicates, any other is made. Who was there
 * before gives way and stays without a well.
 */
export function placeSamples(
  layout: Layout,
  placements: readonly Placement[],
  newId: () => string,
): Layout {
  let after = layout
  for (const placed of placements) {
    const same = after.find((one) => isSame(one, placed))
    const sample = same ?? makeSample(placed, newId())
    if (!same) after = [...after, sample]
    else if (placed.quantity !== undefined && same.sample_type === 'standard') {
      const { quantity } = placed
      after = after.map((one) => (one === same ? { ...one, quantity } : one))
    }
    after = giveWells(after, sample.uuid, placed.wells)
  }
  return after
}

/** Guess the type of a sample by its name, where nothing else gives it. */
export function guessType(name: string): SampleType {
  return /^ntc\b/i.test(name) ? 'ntc' : 'unknown'
}

function rankOf(index: number, { rows, columns }: Shape, direction: Direction): number {
  return direction === 'across' ? index : (index % columns) * rows + Math.floor(index / columns)
}

function isSame(one: Sample, { name, sample_type, well_type }: Placement): boolean {
  return (
    one.name === name &&
    (sample_type === undefined || one.sample_type === sample_type) &&
    (well_type === undefined || (one.well_type ?? '') === well_type)
  )
}

function makeSample(placed: Placement, uuid: string): Sample {
  const sample_type = placed.sample_type ?? guessType(placed.name)
  const { name, quantity, well_type } = placed
  return {
    uuid,
    name,
    sample_type,
    coordinates: [],
    ...(quantity !== undefined && sample_type === 'standard' ? { quantity } : {}),
    ...(well_type ? { well_type } : {}),
  }
}
