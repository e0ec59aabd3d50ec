import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { rowLetter } from '../../../domain/rules/well.ts'
import type { CellRows } from '../cell-rows.ts'
import { dyeHead, isTotal } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { nameOfPosition, parseWell, parseWellCell } from '../plate.ts'
import { refuseFile } from '../refuse-file.ts'
import { writeRows } from '../split-table.ts'
import { refusePlates } from './several-plates.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'
import { isFooter } from './table.ts'

/** Columns of a table that name wells, and those whose merged cells go with them. */
interface WellColumns {
  wells: number[]
  beside: number[]
}

/**
 * Return a sheet whose rows all name their well as `A1`. A well that is named once for several rows, as merged cells of a
 * spreadsheet have it, is given to the rows below it, with its sample, type, target and dye; a notice names them. Names
 * such as `A:1`, `A-1`, `1A` and `Well A1` are written as `A1`. Everything else stays as it is.
 */
export function nameWells(sheet: Sheet, head: number, notices: NoticeList): Sheet {
  if (head < 0) return sheet
  refusePlates(sheet, head)
  const { rows } = sheet
  const join = findJoin(rows.row(head))
  if (join) refuseFromZero(sheet, head)
  const columns = findColumns(join ? joinPlace(rows.row(head), join, true) : rows.row(head))
  if (!columns) return sheet
  let [first, count] = [-1, 0]
  let isChanged = false
  for (const { row, cells, isContinued } of changeRows(rows, head, { join, columns })) {
    isChanged ||= cells !== null
    if (!isContinued) continue
    first = first < 0 ? row : first
    count++
  }
  if (!isChanged) return sheet
  if (count > 0) notices.add('well_continued', placeIn(sheet, first, columns.wells[0]), { count })
  const changed = function* () {
    for (const { row, cells } of changeRows(rows, head, { join, columns })) {
      yield cells ?? rows.row(row)
    }
  }
  const isQuoted = (row: number, column: number) => rows.isQuoted(row, column)
  return { ...sheet, rows: writeRows(changed(), sheet.memory, isQuoted) }
}

/** Yield the rows with their wells, null for the cells of one that stays as it is. */
function* changeRows(
  rows: CellRows,
  head: number,
  { join, columns }: { join: Join | null; columns: WellColumns },
) {
  const isPlain = (row: number) =>
    !join && columns.wells.every((column) => parseWell(rows.cell(row, column).trim()))
  let above: () => readonly string[] | null = () => null
  let placed: readonly string[] = []
  for (let row = 0; row < rows.length; row++) {
    const isBelow = row > head
    // Leave most rows, which name their well, without cutting out any of their cells.
    if (row < head || (isBelow && isPlain(row))) {
      above = () => (isBelow ? rows.row(row) : null)
      yield { row, cells: null, isContinued: false }
      continue
    }
    const own = rows.row(row)
    const carried = join && isBelow ? carryPlace(own, join, placed) : null
    if (join && isPlaced(carried ?? own, join)) placed = carried ?? own
    let cells = join ? joinPlace(carried ?? own, join, !isBelow) : own
    const named = isBelow && !isNamed(cells, columns) && continues(cells) ? above() : null
    if (named) cells = fill(cells, named, columns)
    else if (isBelow) cells = plain(cells, columns)
    const found = isBelow && isNamed(cells, columns) ? cells : null
    above = () => found
    const isContinued = named !== null || carried !== null
    yield { row, cells: cells === own ? null : cells, isContinued }
  }
}

/** Refuse rows or columns of the plate that are counted from 0: each curve would come to the well before its own. */
function refuseFromZero(sheet: Sheet, head: number): void {
  const { rows } = sheet
  for (const at of placesOf(rows.row(head))) {
    for (let row = head + 1; row < rows.length; row++) {
      const value = rows.cell(row, at).trim()
      if (/^0+$/.test(value)) {
        throw refuseFile('well_unreadable', placeIn(sheet, row, at), { value })
      }
    }
  }
}

/** Columns of the row and of the column of a well, which are joined in the first. */
interface Join {
  row: number
  column: number
}

/** Return the columns of the row and of the column of a well; none where a column has the whole well. */
function placesOf(head: readonly string[]): number[] {
  const find = (word: ListColumn) => head.findIndex((cell) => columnOfHeader(cell)?.column === word)
  const places = [find('wellRow'), find('wellColumn')]
  return find('well') >= 0 || places.includes(-1) ? [] : places
}

/** Return where a row of the plate is to be joined with its column; null where a column has the whole well. */
function findJoin(head: readonly string[]): Join | null {
  const [row, column] = placesOf(head)
  return row === undefined || column === undefined ? null : { row, column }
}

function joinPlace(cells: readonly string[], { row, column }: Join, isHead: boolean): string[] {
  const width = Math.max(cells.length, row + 1, column + 1)
  const joined = Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const name = /^\d+$/.test(cellOf(cells, row))
    ? rowLetter(Number(cells[row]) - 1)
    : cellOf(cells, row)
  joined[row] = isHead ? 'Well' : name + cellOf(cells, column)
  joined[column] = ''
  return joined
}

function isPlaced(cells: readonly string[], { row, column }: Join): boolean {
  return cellOf(cells, row) !== '' && cellOf(cells, column) !== ''
}

/** Return a row of values with the row or the column of the plate that merged cells name once above it; null for any other row. */
function carryPlace(
  cells: readonly string[],
  { row, column }: Join,
  placed: readonly string[],
): string[] | null {
  const [empty, other] = [row, column].filter((at) => cellOf(cells, at) === '')
  if (empty === undefined || other !== undefined || !continues(cells)) return null
  if (cellOf(placed, empty) === '') return null
  const filled = Array.from(cells)
  filled[empty] = placed[empty] ?? ''
  return filled
}

/** Find the columns of wells; `Well Name` holds samples where another column names the wells. */
function findColumns(head: readonly string[]): WellColumns | null {
  const all = head.flatMap((name, at) => (columnOfHeader(name)?.column === 'well' ? [at] : []))
  const sure = all.filter((at) => !['wellname', 'wellid'].includes(keyOf(head[at] ?? '')))
  const wells = sure.length > 0 ? sure : all
  if (wells.length === 0) return null
  const beside = head.flatMap((name, at) => {
    const column = columnOfHeader(name)?.column
    const isBeside = column === 'name' || column === 'sample_type' || isTargetHeader(name)
    return !wells.includes(at) && (isBeside || dyeHead.test(keyOf(name))) ? [at] : []
  })
  return { wells, beside }
}

const cellOf = (cells: readonly string[], column: number) => (cells[column] ?? '').trim()

function isNamed(cells: readonly string[], { wells }: WellColumns): boolean {
  return wells.some((column) => cellOf(cells, column) !== '')
}

/** Return true for a row of measured values, which no line below a table, no mean and no total is. */
function continues(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const isMeasured = filled.length > 1 && filled.some((cell) => /\d/.test(cell))
  return isMeasured && !isFooter(cells) && !filled.some(isTotal)
}

function fill(cells: readonly string[], above: readonly string[], columns: WellColumns): string[] {
  const filled = [...cells]
  for (const column of columns.wells) filled[column] = above[column] ?? ''
  for (const column of columns.beside) {
    if (cellOf(cells, column) === '') filled[column] = above[column] ?? ''
  }
  return Array.from(filled, (cell) => cell ?? '')
}

/** Write the names of wells as `A1`. */
function plain(cells: readonly string[], { wells }: WellColumns): readonly string[] {
  const odd = wells.flatMap((column) => {
    const cell = cellOf(cells, column)
    const position = cell === '' || parseWell(cell) ? null : parseWellCell(cell)
    return position ? [{ column, name: nameOfPosition(position) }] : []
  })
  if (odd.length === 0) return cells
  const named = [...cells]
  for (const { column, name } of odd) named[column] = name
  return named
}
