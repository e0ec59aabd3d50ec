import type { Layout } from '../draft-steps.ts'
import type { Direction, Shape } from './wells.ts'
import { giveWells, mapOwners, orderWells, placeOf, wellAt } from './wells.ts'

/**
 * Fill down and fill right, as in a spreadsheet: the first selected well of each column (or row) fills the others as
 * replicates; where only one well of it is selected, the well before it fills it. An empty first well fills nothing.
 */
export function fillAlong(
  layout: Layout,
  wells: readonly string[],
  direction: Direction,
  shape: Shape,
): Layout {
  const owners = mapOwners(layout)
  let after = layout
  for (const line of linesOf(wells, direction, shape)) {
    const [first, ...rest] = line
    if (first === undefined) continue
    const source = rest.length > 0 ? first : wellBefore(first, direction, shape)
    const owner = source === null ? undefined : owners.get(source)
    if (owner) after = giveWells(after, owner.uuid, rest.length > 0 ? rest : [first])
  }
  return after
}

function linesOf(wells: readonly string[], direction: Direction, shape: Shape): string[][] {
  const lines = new Map<number, string[]>()
  for (const well of orderWells(wells, shape, direction)) {
    const place = placeOf(well, shape)
    if (!place) continue
    const line = direction === 'down' ? place.column : place.row
    lines.set(line, [...(lines.get(line) ?? []), well])
  }
  return [...lines.values()]
}

function wellBefore(well: string, direction: Direction, shape: Shape): string | null {
  const place = placeOf(well, shape)
  if (!place) return null
  return direction === 'down'
    ? wellAt(place.row - 1, place.column, shape)
    : wellAt(place.row, place.column - 1, shape)
}
