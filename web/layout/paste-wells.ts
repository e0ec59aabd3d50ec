import type { Layout } from '../state/draft-steps.ts'
import type { Direction, Placement, Shape } from '../state/layout-steps/wells.ts'
import {
  freeWells,
  listWells,
  mapOwners,
  orderWells,
  placeOf,
  placeSamples,
  wellAt,
} from '../state/layout-steps/wells.ts'
import type { CopiedBlock } from './copy-wells.ts'
import type { PlannedWells } from './scanned-wells.ts'
import type { Pasted, PasteProblem } from './read-pasted.ts'

/**
 * Return the layout after a paste. One cell fills all the selected wells, as in a spreadsheet.
 * @param emptied whether blank cells of a block empty their wells.
 */
export function pasteWells(
  layout: Layout,
  pasted: Pasted,
  options: {
    wells: readonly string[]
    emptied: boolean
    newId: () => string
    /** Layout that the protocol brought. */
    planned?: PlannedWells
  },
): Layout {
  const [only] = pasted.placements
  const single =
    pasted.kind === 'block' && pasted.placements.length === 1 && pasted.blank.length === 0
  const placements =
    single && only && options.wells.length > 1
      ? [{ ...only, wells: options.wells }]
      : pasted.placements
  const before = options.emptied ? freeWells(layout, pasted.blank) : layout
  const after = placeSamples(before, placements, options.newId)
  const { planned = [] } = options
  const names = new Set(planned.map(({ name }) => name))
  const placed = new Set(layout.filter(isPlaced).map(({ uuid }) => uuid))
  // Remove a sample of the protocol that lost its last well: it held the place of those that come, and would block the launch.
  return after.filter((one) => isPlaced(one) || !placed.has(one.uuid) || !names.has(one.name))
}

const isPlaced = ({ coordinates }: Layout[number]): boolean => coordinates.length > 0

/**
 * List the wells that names alone fill, in order: the selected ones, or all from the only one on. Wells of controls are
 * left out, so that a list of patients never takes the place of a control.
 */
export function openWells(
  layout: Layout,
  wells: readonly string[],
  { shape, direction, overControls }: { shape: Shape; direction: Direction; overControls: boolean },
): string[] {
  const all = listWells(shape, direction)
  const [first] = orderWells(wells, shape, direction)
  const wanted =
    wells.length > 1
      ? orderWells(wells, shape, direction)
      : all.slice(Math.max(0, first === undefined ? 0 : all.indexOf(first)))
  if (overControls) return wanted
  const owners = mapOwners(layout)
  return wanted.filter((well) => (owners.get(well)?.sample_type ?? 'unknown') === 'unknown')
}

/** Read a block copied on this page, with types, quantities and mixes, which a block of names does not have. */
export function readCopied(block: CopiedBlock, origin: string, shape: Shape): Pasted {
  const start = placeOf(origin, shape)
  const placements: Placement[] = []
  const problems: PasteProblem[] = []
  const blank: string[] = []
  for (const [row, line] of block.entries()) {
    for (const [column, cell] of line.entries()) {
      const well = start && wellAt(start.row + row, start.column + column, shape)
      if (cell === null) {
        if (well) blank.push(well)
      } else if (well) placements.push({ ...cell, wells: [well] })
      else problems.push({ line: row + 1, text: cell.name, reason: 'offPlate', well: null })
    }
  }
  return { kind: 'block', placements, blank, problems }
}
