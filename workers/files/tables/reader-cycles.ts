import { isCycle, isWarmth } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { isTimeHead } from './read-time.ts'
import { isNumber, keyOf, type Sheet } from './sheet.ts'

/** Columns that may hold the word for the cycles, and rows below it that may hold those for times and temperatures. */
const [wordColumns, mostBeside] = [[0, 1, 2], 3]
/** Temperature below which no PCR is read, in °C: an RPA or a plate reader is. */
const coldest = 50

/** Cells from the word for something on, in the direction of its values. */
type Line = readonly string[]

/**
 * Leave out the numbers of readings that plate readers call cycles, so that the times beside them count: `Cycle Nr.` with `Time [s]`, as
 * Tecan's programs write it, or cycles with times at temperatures of no PCR. Every other sheet is returned as it is.
 */
export function dropReaderCycles(sheet: Sheet): Sheet {
  const { rows } = sheet
  /** Column of the cycles by the row of their word; of cycles in a row, null. */
  const found = new Map<number, { column: number; end: number } | null>()
  for (let row = 0; row < rows.length; row++) {
    const column = wordColumns.find((at) => {
      const cell = rows.cell(row, at)
      return /^\s*\p{L}{2}/u.test(cell) && isCycle(cell)
    })
    if (column === undefined) continue
    const along = Array.from({ length: mostBeside }, (_, i) => rows.row(row + i).slice(column))
    if (areOfReader(along)) {
      found.set(row, null)
      continue
    }
    const end = endOf(sheet, row, column)
    const below = rows.row(row).map((_, at) => columnOf(sheet, { row, end }, at))
    if (areOfReader([below[column] ?? [], ...below])) found.set(row, { column, end })
  }
  if (found.size === 0) return sheet
  const blank = new Map<number, number>()
  for (const [row, of] of found) {
    for (let at = row; of && at < of.end; at++) blank.set(at, of.column)
  }
  return copyRows(sheet, { from: 0, to: rows.length }, (cells, row) => {
    if (found.get(row) === null) return []
    const column = blank.get(row)
    return column === undefined ? cells : cells.with(column, '')
  })
}

/** Return true for cycles, in the first line, that a plate reader has counted beside its times. */
function areOfReader([cycles = [], ...beside]: readonly Line[]): boolean {
  const isTold = (line: Line) => line.slice(1).some((cell) => isNumber(cell))
  const times = beside.find(([word = '']) => isTimeHead(word))
  if (!isTold(cycles) || !times || !isTold(times)) return false
  if (keyOf(cycles[0] ?? '') === 'cyclenr') return true
  const degrees = beside
    .filter(([word = '']) => isWarmth(word))
    .flatMap((line) => line.slice(1).filter((cell) => isNumber(cell)))
    .map((cell) => Number.parseFloat(cell.replace(',', '.')))
  return degrees.length > 0 && degrees.every((value) => value < coldest)
}

/** Return the first row below a word whose cell is no number. */
function endOf({ rows }: Sheet, row: number, column: number): number {
  let end = row + 1
  while (isNumber(rows.cell(end, column))) end++
  return end
}

function columnOf({ rows }: Sheet, { row, end }: { row: number; end: number }, at: number): Line {
  const isBeside =
    isTimeHead(rows.cell(row, at)) || isWarmth(rows.cell(row, at)) || isCycle(rows.cell(row, at))
  const last = isBeside ? end : row + 1
  return Array.from({ length: last - row }, (_, i) => rows.cell(row + i, at))
}
