import type { Layout } from '../state/draft-steps.ts'
import type { Placement, Shape } from '../state/layout-steps/wells.ts'
import { freeWells, placeOf, placeSamples, wellAt } from '../state/layout-steps/wells.ts'
import type { CopiedBlock } from './copy-wells.ts'
import type { Pasted, PasteProblem } from './read-pasted.ts'

/**
 * Return the layout after a paste. One cell fills all the selected wells, as in a spreadsheet.
 * @param emptied whether blank cells of a block empty their wells.
 */
export function pasteWells(
  layout: Layout,
  pasted: Pasted,
  options: { wells: readonly string[]; emptied: boolean; newId: () => string },
): Layout {
  const [only] = pasted.placements
  const single =
    pasted.kind === 'block' && pasted.placements.length === 1 && pasted.blank.length === 0
  const placements =
    single && only && options.wells.length > 1
      ? [{ ...only, wells: options.wells }]
      : pasted.placements
  const before = options.emptied ? freeWells(layout, pasted.blank) : layout
  return placeSamples(before, placements, options.newId)
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
