import { isCycle, isWarmth } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import type { NoticeList } from '../notices.ts'
import { parseWell } from '../plate.ts'
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
export function dropReaderCycles(whole: Sheet, notices: NoticeList): Sheet {
  const sheet = nameMeans(whole, notices)
  const changed = new Map<number, readonly string[]>()
  const { rows } = sheet
  for (let row = 0; row < rows.length; row++) {
    const column = wordColumns.find((at) => {
      const cell = rows.cell(row, at)
      return /^\s*\p{L}{2}/u.test(cell) && isCycle(cell)
    })
    if (column === undefined) continue
    const along = Array.from({ length: mostBeside }, (_, i) => rows.row(row + i).slice(column))
    if (areOfReader(along)) {
      // Keep a title, which may be the dye, above what follows.
      const isTitled = rows.row(row - 1).filter((cell) => cell.trim() !== '').length === 1
      changed.set(row, isTitled ? rows.row(row - 1) : [])
      if (isTitled) changed.set(row - 1, [])
      continue
    }
    const end = endOf(sheet, row, column)
    const below = rows.row(row).map((_, at) => columnOf(sheet, { row, end }, at))
    if (!areOfReader([below[column] ?? [], ...below])) continue
    for (let at = row; at < end; at++) changed.set(at, rows.row(at).with(column, ''))
  }
  return replaceRows(sheet, changed)
}

function replaceRows(sheet: Sheet, changed: ReadonlyMap<number, readonly string[]>): Sheet {
  if (changed.size === 0) return sheet
  const range = { from: 0, to: sheet.rows.length }
  return copyRows(sheet, range, (cells, row) => changed.get(row) ?? cells)
}

/**
 * Give the means of several reads of a well its name, as the rows of other tables have it: `Cycles / Well`, then the well with the numbers of its
 * readings, times, temperatures, `Mean`, `StDev` and each read (`0;1`). All but times and means are named and left out.
 */
function nameMeans(sheet: Sheet, notices: NoticeList): Sheet {
  const changed = new Map<number, readonly string[]>()
  const { rows } = sheet
  let [well, reads] = ['', 0]
  for (let row = 0; row < rows.length; row++) {
    const first = rows.cell(row, 0).trim()
    const next = rows.cell(row + 1, 0).trim()
    if (keyOf(first) === 'cycleswell' && parseWell(next)) {
      changed.set(row, []).set(row + 1, [])
      well = next
      row++
    } else if (first === '') well = ''
    else if (well !== '' && keyOf(first) === 'mean') changed.set(row, rows.row(row).with(0, well))
    else if (well !== '' && (keyOf(first) === 'stdev' || /^\d+;\d+$/.test(first))) {
      changed.set(row, [])
      reads++
    }
  }
  if (reads > 0) {
    const element = 'StDev, 0;0'
    notices.add('element_ignored', { path: element }, { element, count: reads })
  }
  return replaceRows(sheet, changed)
}

/** Return true for cycles, in the first line, that a plate reader has counted beside its times. */
function areOfReader([cycles = [], ...beside]: readonly Line[]): boolean {
  const hasNumbers = (line: Line) => line.slice(1).some((cell) => isNumber(cell))
  const times = beside.find(([word = '']) => isTimeHead(word))
  if (!hasNumbers(cycles) || !times || !hasNumbers(times)) return false
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
