import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import type { CellRows } from '../cell-rows.ts'
import type { NoticeList } from '../notices.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import { parseWell } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { isNumber, keyOf, placeIn, type Sheet } from './sheet.ts'

/** Rows of a table that show how long its rows are. */
const firstRows = 1000
/** Rows of a vendor's preamble before the header of a table. */
export const farthestHead = 200

/** A table in a sheet: its header row and the filled rows below it. */
export class Table {
  readonly sheet: Sheet
  /** Header cells as `keyOf` has them. */
  readonly keys: readonly string[]
  /** Header cells as written. */
  readonly names: readonly string[]
  /** Index of the header row in the sheet. */
  readonly head: number
  /** Indexes of the filled rows in the sheet. */
  readonly rows: readonly number[]

  constructor(sheet: Sheet, head: number, notices: NoticeList) {
    this.sheet = sheet
    this.head = head
    this.names = sheet.rows.row(head).map((cell) => cell.trim())
    this.keys = this.names.map(keyOf)
    sheet.memory.take(memoryOf.header * this.names.length, placeIn(sheet, head))
    this.rows = this.#findRows(notices)
    sheet.memory.take(memoryOf.item * this.rows.length)
    const fewest = sheet.isRest ? 2 : fewestRows
    const lost = sheet.rows.part(0, head).findIndex((row) => isReading(row, fewest))
    if (lost >= 0) notices.add('table_ignored', placeIn(sheet, lost), { name: sheet.name })
  }

  /** Column of the first of these headers that is there, -1 for none. */
  column(...keys: string[]): number {
    for (const key of keys) {
      const column = this.keys.indexOf(key)
      if (column >= 0) return column
    }
    return -1
  }

  /** Cell of a row, trimmed; empty outside the table. */
  cell(row: number, column: number): string {
    return this.sheet.rows.cell(row, column).trim()
  }

  /** Cells of a row that are not empty. */
  countFilled(row: number): number {
    return this.sheet.rows.row(row).filter((cell) => cell.trim() !== '').length
  }

  /** Return the first filled cell of a row among the columns of these headers. */
  text(row: number, ...keys: string[]): string {
    for (const key of keys) {
      const cell = this.cell(row, this.keys.indexOf(key))
      if (cell !== '') return cell
    }
    return ''
  }

  place(row: number, column?: number): Place {
    const path = column === undefined ? '' : (this.names[column] ?? '')
    return { ...placeIn(this.sheet, row, column), ...(path && { path }) }
  }

  /**
   * Find the filled rows up to a table with another header, which is left out with a notice. A row with more cells than the header
   * has its values in wrong columns and is left out with a notice; a last row that was cut refuses the file.
   */
  #findRows(notices: NoticeList): number[] {
    const { rows, openEnded } = this.sheet
    const width = this.keys.length
    // Ask how many cells rows have: a separator in an unquoted name makes one cell more than all the others have.
    const usual = Math.max(width, commonLength(rows.part(this.head + 1)))
    // Ignore a separator at the end of the line of headers, which some software writes there and nowhere else.
    const whole = Math.min(
      width,
      commonLength(rows.part(this.head + 1, rows.length - 1), isFilled) || width,
    )
    const found: number[] = []
    let tooLong = null as { row: number; count: number } | null
    const end = findStranger(rows, this.head)
    if (end < rows.length) {
      const below: Sheet = { ...this.sheet, rows: rows.part(end), isRest: true }
      const [name = ''] = rows.row(end).filter((cell) => cell.trim() !== '')
      const isLost = holdsWells(below) || listsNames(below, new Set(this.names))
      const code = isLost ? 'table_ignored' : 'member_ignored'
      notices.add(code, placeIn(this.sheet, end), { name: name.trim().slice(0, 40) })
    }
    for (let row = this.head + 1; row < end; row++) {
      const cells = rows.row(row)
      const last = cells.findLastIndex((cell) => cell.trim() !== '')
      if (last < 0 || isFooter(cells)) continue
      if (last >= width || cells.length > usual) {
        const count = Math.max(last + 1, cells.length)
        tooLong ??= { row, count }
        notices.add('row_ignored', this.place(row), { found: count, expected: width })
        continue
      }
      if (openEnded && row === rows.length - 1 && cells.length < whole) {
        throw refuseFile('table_row_length', this.place(row), {
          found: cells.length,
          expected: width,
        })
      }
      found.push(row)
    }
    if (tooLong && found.length === 0) {
      const { row, count } = tooLong
      throw refuseFile('table_row_length', this.place(row), { found: count, expected: width })
    }
    return found
  }
}

/** Rows of a table that show which of its columns hold digits. */
const shownRows = 20

/**
 * Return the first row of another table below a table, which begins behind an empty row with a header of its own: words
 * where the table has wells or numbers. The number of rows for none.
 */
function findStranger(rows: Sheet['rows'], head: number): number {
  const start = rows.findIndex((row, at) => at > head && isFilled(row))
  const gap = rows.findIndex((row, at) => at > start && !isFilled(row))
  if (start < 0 || gap < 0) return rows.length
  const shown = [...rows.part(start, Math.min(gap, start + shownRows))]
  const width = rows.row(head).length
  const first = rows.row(start)
  const withDigits = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const cells = shown.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '')
    return cells.length > 0 && cells.every((cell) => /\d/.test(cell))
  })
  for (let row = gap + 1; row < rows.length; row++) {
    const cells = rows.row(row).map((cell) => cell.trim())
    const words = cells.filter((cell) => cell !== '')
    if (words.length < 2 || !words.every((cell) => /\p{L}/u.test(cell))) continue
    // Go on with a row with a well below wells, whatever else it says: `NTC`, `Undetermined`.
    if (withDigits.some((at) => isWell(cells[at]) && isWell(first[at]))) continue
    const isTitled = rows.row(row - 1).filter((cell) => cell.trim() !== '').length === 1
    const above = rows.row(isTitled ? row - 2 : row - 1)
    const isStrange = withDigits.some((at) => cells[at] !== undefined && /^\D+$/.test(cells[at]))
    if (isStrange && !isFilled(above) && !isFooter(cells)) {
      return isTitled ? row - 1 : row
    }
  }
  return rows.length
}

function isWell(cell = ''): boolean {
  return parseWell(cell) !== null
}

/** Return the row of the first header that passes, -1 for none. */
export function findHead(sheet: Sheet, passes: (keys: readonly string[]) => boolean): number {
  const end = Math.min(sheet.rows.length, farthestHead)
  for (let row = 0; row < end; row++) {
    const keys = sheet.rows.row(row).map(keyOf)
    if (keys.length > 1 && passes(keys)) return row
  }
  return -1
}

/** Return true for a picture of a plate: letters down the side of numbers. */
function holdsPlate({ rows }: Sheet): boolean {
  return rows.part(0, farthestHead).some((row) => {
    const from = row.findIndex((cell) => cell.trim() === '1')
    const isHead = from > 0 && [2, 3].every((n) => row[from + n - 1]?.trim() === String(n))
    return isHead && rows.some((below) => below[from - 1]?.trim().toUpperCase() === 'A')
  })
}

/** Rows of numbers below a header of cycles from which they are curves: a preamble may say `Cycles` as well. */
const fewestReadings = 5

/** Return true for a table of curves of any program. */
function holdsCurves(sheet: Sheet): boolean {
  const head = findHead(sheet, (keys) => curveKind(keys) !== null)
  if (head < 0) return false
  const fewest = curveKind(sheet.rows.row(head).map(keyOf))?.kind === 'rows' ? 1 : fewestReadings
  let count = 0
  return sheet.rows
    .part(head + 1)
    .some((row) => row.filter((cell) => isNumber(cell)).length > 1 && ++count >= fewest)
}

/** Return true for a row of numbers alone, or of numbers and a well or a dye. */
function isReading(row: readonly string[], fewest = 2): boolean {
  const filled = row.filter((cell) => cell.trim() !== '')
  const numbers = filled.filter((cell) => isNumber(cell)).length
  const isNamed = () => filled.some((cell) => isWell(cell) || channelOfDye(cell) !== null)
  return numbers >= fewest && (numbers === filled.length || isNamed())
}

/** Rows of numbers, or numbers of a row above a header, from which they are the values of curves. */
const fewestRows = 10

/** Return true for rows of values, or for one that follows curves. */
function holdsReadings({ rows, isRest }: Sheet): boolean {
  let count = 0
  return rows.some((row) => isReading(row) && ++count >= (isRest ? 1 : fewestRows))
}

/** Return true if a sheet has a row for each well, whatever its other columns are, a picture of a plate, or curves. */
export function holdsWells(sheet: Sheet): boolean {
  if (holdsPlate(sheet) || holdsCurves(sheet) || holdsReadings(sheet)) return true
  const head = findHead(sheet, (keys) => wellHeads.some((key) => keys.includes(key)))
  if (head < 0) return false
  const columns = sheet.rows
    .row(head)
    .flatMap((cell, i) => (wellHeads.includes(keyOf(cell)) ? [i] : []))
  return sheet.rows
    .part(head + 1)
    .some((row) => columns.some((column) => parseWell(row[column] ?? '') !== null))
}

const wellHeads: readonly string[] = ['well', 'wellposition', 'wellname', 'wellid']

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

/** Number of cells that most of the first rows have. */
function commonLength(
  rows: CellRows,
  isCounted: (row: readonly string[]) => boolean = () => true,
): number {
  const counts = new Map<number, number>()
  let left = firstRows
  for (const row of rows) {
    if (!isCounted(row)) continue
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
    if (--left === 0) break
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

/** Recognise lines such as `Endogenous Control = GAPDH` below a table. */
export function isFooter(cells: readonly string[]): boolean {
  const [first = '', ...rest] = cells
  return /^[^=]{1,80}\s=(\s|$)/.test(first) && rest.every((cell) => cell.trim() === '')
}

/** Rows with the name of a curve from which they are a table of the curves. */
const fewestNamed = 2

/** Return true for rows that name a curve and say something of it. */
export function listsNames({ rows }: Sheet, names: ReadonlySet<string>): boolean {
  let count = 0
  return rows.some((row) => {
    const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    // Leave numbers, which many tables have: those of tubes, cycles, replicates.
    const isNamed = filled.some((cell) => names.has(cell) && !isNumber(cell))
    return filled.length > 1 && isNamed && ++count >= fewestNamed
  })
}
