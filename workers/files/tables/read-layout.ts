import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, findColumn, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { curveKind, dyeHead } from '../curve-tables/table-kinds.ts'
import type { ImportedTarget, ImportedWell } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { nameOfPosition, parseWellCell, type WellPosition } from '../plate.ts'
import { nameWells } from './name-wells.ts'
import { type RunDraft, sameDye } from './run-draft.ts'
import {
  columnsOf,
  findResults,
  findType,
  type ResultColumns,
  takeResults,
} from './result-columns.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'
import { Table } from './table.ts'
import type { TableNumbers } from './table-numbers.ts'

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

/** A sheet that says what is in each well, with the results that are beside it. */
export interface OpenLayout {
  sheet: Sheet
  layout: Layout
  /** Null where it has no results. */
  results: { table: Table; columns: ResultColumns } | null
}

/** Open a sheet that says what is in each well, as people keep it beside the curves; null for any other sheet. */
export function openLayout(whole: Sheet, notices: NoticeList): OpenLayout | null {
  const sheet = nameWells(whole, findLayout(whole)?.head ?? -1, notices)
  const layout = findLayout(sheet)
  if (!layout) return null
  const columns = findResults(sheet.rows.row(layout.head))
  if (columnsOf(columns).length === 0) return { sheet, layout, results: null }
  // Keep what a table says of its rows to itself: it is said of each row below.
  const table = new Table(sheet, layout.head, new NoticeList())
  return { sheet, layout, results: { table, columns } }
}

/** Return the columns of numbers, which show how the file writes them. */
export function numbersOfLayout({ results }: OpenLayout): { table: Table; columns: number[] }[] {
  return results ? [{ table: results.table, columns: columnsOf(results.columns) }] : []
}

/**
 * Add samples, types, targets and results of a layout. To be called when the curves are read: the only target of a well, or the one of
 * its dye, gets the name. Columns of anything else are named as not read.
 * @param isRotor wells are tubes, called by their numbers.
 */
export function readLayout(
  { sheet, layout, results }: OpenLayout,
  { draft, numbers, isRotor }: { draft: RunDraft; numbers: TableNumbers; isRotor: boolean },
): void {
  const { notices } = draft
  const { head, well: wellColumn, sample, type: typeColumn, target, dye } = layout
  const read = results ? columnsOf(results.columns) : []
  const channels = results ? channelsOf(draft) : new Map<string, string[]>()
  const told = new Set<ImportedTarget>()
  let row = -1
  for (const cells of sheet.rows) {
    row++
    const cell = (column: number) => (cells[column] ?? '').trim()
    if (row <= head || !cells.some((one) => one.trim() !== '')) continue
    const position = isRotor ? parseTube(cell(wellColumn)) : parseWellCell(cell(wellColumn))
    const place = placeIn(sheet, row, wellColumn)
    if (!position) {
      notices.add('row_ignored', place, { well: cell(wellColumn).slice(0, 40) })
      continue
    }
    // Skip an empty place of a layout, which is no well.
    if (![sample, typeColumn, target, ...read].some((column) => cell(column) !== '')) continue
    const name = nameOfPosition(position)
    const named = { ...place, well: name }
    const well = draft.openWell(position)
    draft.nameSample(well, cell(sample), named)
    draft.readType(well, cell(typeColumn), named)
    if (cell(target) !== '') nameTarget(well, { name: cell(target), dye: cell(dye) }, told, draft)
    if (!results || !read.some((column) => cell(column) !== '')) continue
    const [only = '', other] = channels.get(name) ?? []
    const isOnly = cell(target) === '' && other === undefined
    const ofDye = cell(dye) || (isOnly ? only : '')
    const own = draft.openTarget(well, cell(target), ofDye)
    takeResults({ ...results, row }, { well, target: own, place: named }, { numbers, notices })
  }
  nameOthers(sheet, layout, read, draft)
}

/** Return the channels of the curves of each well. */
function channelsOf(draft: RunDraft): Map<string, string[]> {
  const channels = new Map<string, string[]>()
  for (const { position, channel } of draft.curves('amplification')) {
    const name = nameOfPosition(position)
    channels.set(name, [...(channels.get(name) ?? []), channel])
  }
  return channels
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
    sample: findColumn(cells, 'name'),
    type: findType(cells),
    target: cells.findIndex(isTargetHeader),
    dye: cells.findIndex((cell) => dyeHead.test(keyOf(cell))),
  }
  const isFact =
    layout.sample >= 0 ||
    layout.type >= 0 ||
    layout.target >= 0 ||
    columnsOf(findResults(cells)).length > 0
  if (layout.well < 0 || !isFact) return null
  // Leave out a table of curves, which has such columns as well.
  return curveKind(cells.map(keyOf)) === null ? layout : null
}

/** Name the only target of a well, or of its dye; a second name is another target. */
function nameTarget(
  well: ImportedWell,
  { name, dye }: { name: string; dye: string },
  told: Set<ImportedTarget>,
  draft: RunDraft,
): void {
  const [only, other] = dye
    ? well.targets.filter((target) => sameDye(target.dye, dye))
    : well.targets
  const isFree = !well.targets.some(({ target }) => target === name)
  if (!isFree) return
  const isUnnamed = only !== undefined && other === undefined && !told.has(only)
  if (isUnnamed) only.target = name
  told.add(isUnnamed ? only : draft.openTarget(well, name, dye))
}

/** Name the columns that are not read. */
function nameOthers(
  sheet: Sheet,
  { head, ...columns }: Layout,
  results: readonly number[],
  draft: RunDraft,
): void {
  const read = [...Object.values(columns), ...results]
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
