import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { curveKind, dyeHead } from '../curve-tables/table-kinds.ts'
import type { ImportedWell } from '../imported-run.ts'
import { nameOfPosition, parseWellCell, type WellPosition } from '../plate.ts'
import { nameWells } from './name-wells.ts'
import { type RunDraft, sameDye } from './run-draft.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'

/** Rows that are searched for the header of a layout. */
const farthestHead = 50

/** Columns of a layout; -1 for none. */
interface Layout {
  head: number
  well: number
  sample: number
  type: number
  target: number
  dye: number
}

/**
 * Add samples, types and targets of a sheet that says what is in each well, as people keep it beside the curves. To be called when
 * the curves are read: the only target of a well, or the one of its dye, gets the name. Results beside them are calculated again
 * here and are named as not read. Return false for any other sheet.
 * @param isRotor wells are tubes, called by their numbers.
 */
export function readLayout(whole: Sheet, draft: RunDraft, isRotor: boolean): boolean {
  const sheet = nameWells(whole, findLayout(whole)?.head ?? -1, draft.notices)
  const layout = findLayout(sheet)
  if (!layout) return false
  const { head, well: wellColumn, sample, type: typeColumn, target, dye } = layout
  let row = -1
  for (const cells of sheet.rows) {
    row++
    const cell = (column: number) => (cells[column] ?? '').trim()
    if (row <= head || !cells.some((one) => one.trim() !== '')) continue
    const position = isRotor ? parseTube(cell(wellColumn)) : parseWellCell(cell(wellColumn))
    const place = placeIn(sheet, row, wellColumn)
    if (!position) {
      draft.notices.add('row_ignored', place, { well: cell(wellColumn).slice(0, 40) })
      continue
    }
    // Skip an empty place of a layout, which is no well.
    if (![sample, typeColumn, target].some((column) => cell(column) !== '')) continue
    const named = { ...place, well: nameOfPosition(position) }
    const well = draft.openWell(position)
    draft.nameSample(well, cell(sample), named)
    draft.readType(well, cell(typeColumn), named)
    if (cell(target) !== '') nameTarget(well, cell(target), cell(dye), draft)
  }
  nameOthers(sheet, layout, draft)
  return true
}

/** Return the position of a tube in a rotor by its number; letters name no tube, and would come to another one. */
function parseTube(name: string): WellPosition | null {
  return /^[1-9]\d{0,3}$/.test(name) ? { row: Number(name) - 1, column: 0 } : null
}

function findLayout(sheet: Sheet): Layout | null {
  for (const [head, cells] of [...sheet.rows.part(0, farthestHead)].entries()) {
    const columns = layoutOf(cells)
    if (columns) return { head, ...columns }
  }
  return null
}

/** Return the columns of a header of wells and of what is in them; null for any other row. */
export function layoutOf(cells: readonly string[]): Omit<Layout, 'head'> | null {
  const at = (column: ListColumn) =>
    cells.findIndex((cell) => columnOfHeader(cell)?.column === column)
  // Join row and column of a well in the first of them.
  const hasPlace = at('wellRow') >= 0 && at('wellColumn') >= 0
  const layout = {
    well: at('well') < 0 && hasPlace ? at('wellRow') : at('well'),
    sample: at('name'),
    type: at('sample_type'),
    target: cells.findIndex(isTargetHeader),
    dye: cells.findIndex((cell) => dyeHead.test(keyOf(cell))),
  }
  const isFact = layout.sample >= 0 || layout.type >= 0 || layout.target >= 0
  if (layout.well < 0 || !isFact) return null
  // Leave out a table of curves, which has such columns as well.
  return curveKind(cells.map(keyOf)) === null ? layout : null
}

function nameTarget(well: ImportedWell, name: string, dye: string, draft: RunDraft): void {
  const [only, other] = dye
    ? well.targets.filter((target) => sameDye(target.dye, dye))
    : well.targets
  const isFree = !well.targets.some(({ target }) => target === name)
  if (only && !other && isFree) only.target = name
  else if (isFree) draft.openTarget(well, name, dye)
}

/** Name the columns that are not read. */
function nameOthers(sheet: Sheet, { head, ...columns }: Layout, draft: RunDraft): void {
  const read = Object.values(columns)
  const { rows } = sheet
  for (const [column, name] of rows.row(head).entries()) {
    const element = name.trim()
    if (read.includes(column) || element === '') continue
    let count = 0
    for (let row = head + 1; row < rows.length; row++) {
      if (rows.cell(row, column).trim() !== '') count++
    }
    if (count === 0) continue
    const params = { element, count }
    draft.notices.add('element_ignored', placeIn(sheet, head, column), params)
  }
}
