import type { Sample } from '../../../domain/entities/analysis.ts'
import type { Layout } from '../draft-steps.ts'
import { giveWells, listWells, mapOwners, orderWells } from './wells.ts'
import type { Direction, Shape } from './wells.ts'

/** Return samples without a well: replaced, fallen off the plate or imported without a place. */
export function findUnplaced(layout: Layout): Sample[] {
  return layout.filter(({ coordinates }) => coordinates.length === 0)
}

/** Place one of them in the wells; samples there are replaced. */
export function placeOne(layout: Layout, uuid: string, wells: readonly string[]): Layout {
  return giveWells(layout, uuid, wells)
}

/** Place all of them in empty wells, one each, as far as these reach. */
export function placeAll(layout: Layout, shape: Shape, direction: Direction): Layout {
  const owners = mapOwners(layout)
  const empty = listWells(shape, direction).filter((well) => !owners.has(well))
  return findUnplaced(layout).reduce<Layout>((after, { uuid }, at) => {
    const well = empty[at]
    return well === undefined ? after : giveWells(after, uuid, [well])
  }, layout)
}

export function dropUnplaced(layout: Layout): Layout {
  return layout.filter(({ coordinates }) => coordinates.length > 0)
}

/**
 * Return the empty well after one, in the order of filling; null if there is none. After the end continue at the
 * beginning, so that a plate begun in the middle is filled.
 */
export function nextEmptyWell(
  layout: Layout,
  after: string,
  shape: Shape,
  direction: Direction,
  passed: ReadonlySet<string> = new Set(),
): string | null {
  const owners = mapOwners(layout)
  const all = listWells(shape, direction)
  const [from] = orderWells([after], shape, direction)
  const at = from === undefined ? -1 : all.indexOf(from)
  const turned = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))]
  return turned.find((well) => !owners.has(well) && !passed.has(well)) ?? null
}

/** Return the well after one, in the order of filling; the last stays. Backwards with `by` -1. */
export function neighbourWell(
  well: string,
  shape: Shape,
  direction: Direction,
  by: 1 | -1 = 1,
): string {
  const all = listWells(shape, direction)
  return all[all.indexOf(well) + by] ?? well
}
