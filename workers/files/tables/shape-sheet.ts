import { cycleOf } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { firstColumn } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { partBlocks } from './part-blocks.ts'
import { partDyes } from './part-dyes.ts'
import { partGroups } from './part-groups.ts'
import { findRowAxes, writeRowAxes } from './row-axis.ts'
import { keyOf, type Sheet } from './sheet.ts'
import { turnHeads } from './turn-heads.ts'

/**
 * Return the tables of a sheet in a shape that readers know: tables side by side become sheets of their own, so do the dyes and targets that
 * a column or a header names beside the cycles, and curves below several rows of facts are turned. Cells keep their places in the file.
 */
export function shapeSheet(sheet: Sheet, notices: NoticeList): Sheet[] {
  const named = writeRowAxes(sheet, findRowAxes(sheet), notices)
  return partBlocks(plainCycles(named), notices)
    .flatMap((one) => partGroups(one, notices))
    .flatMap(partDyes)
    .flatMap((one) => turnHeads(one, notices))
}

/** Rows that show whether cycles are called `Cycle 1`, columns that may hold them, and the fewest that are no chance. */
const [shownRows, mostColumns, fewest] = [200, 3, 5]

/** Write cycles that a column calls `Cycle 1`, `Cycle 2` as numbers, below `Cycle` where nothing names them. */
function plainCycles(sheet: Sheet): Sheet {
  const { rows } = sheet
  const shown = rows.part(0, shownRows)
  const first = firstColumn(rows)
  for (let column = first; column < first + mostColumns; column++) {
    const named = [...shown.findAll((row) => namedCycle(row[column] ?? '') !== null)]
    const head = (named[0] ?? 0) - 1
    if (named.length < fewest) continue
    return copyRows(sheet, { from: 0, to: rows.length }, (cells, row) => {
      const cell = cells[column] ?? ''
      if (row === head && cell.trim() === '' && cells.length > 1) return cells.with(column, 'Cycle')
      const cycle = namedCycle(cell)
      return cycle === null ? cells : cells.with(column, String(cycle))
    })
  }
  return sheet
}

/** Return the cycle that a cell calls by a word; null for a number alone, and for a well such as `C7`. */
function namedCycle(cell: string): number | null {
  const key = /^\s*\p{L}{2}/u.test(cell) ? keyOf(cell) : ''
  const cycle = cycleOf(key)
  return Number.isFinite(cycle) ? cycle : null
}
