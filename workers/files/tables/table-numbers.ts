import type { NoticeList } from '../notices.ts'
import {
  cellAt,
  decideStyle,
  isNothing,
  markOfDelimiter,
  type NumberStyle,
  plainStyle,
  readNumber,
  readPlain,
} from '../read-numbers.ts'
import { refuseFile } from '../refuse-file.ts'
import type { Table } from './table.ts'

/** Headers of cycles at a threshold, of light divided by a passive reference, and of temperatures: none reaches a thousand, in any unit. */
const smallHead =
  /^(c[tpq]|crt|c[tq](mean|value|sd)?|cqstddev|c[tq](d|delta)?rn?|(d|delta)?rn|tm\d*|temp.*)$/

/** Columns of a table that hold numbers. */
interface NumberColumns {
  table: Table
  columns: readonly number[]
}

/**
 * Reads the numbers of all tables of a file in one style, as one program wrote them all: a column of
 * `1,234` that could be either is decided by the others. Numbers that a workbook keeps as numbers have no notation and show
 * none. Throws `number_mixed` and `number_ambiguous`.
 */
export class TableNumbers {
  readonly notices: NoticeList
  #style: NumberStyle = plainStyle

  constructor(notices: NoticeList) {
    this.notices = notices
  }

  /** Decide the style from the given columns; to be called once, before any number is read. */
  decide(columns: readonly NumberColumns[]): void {
    // Take a whole `987` beside `1,234` as a sign that thousands are separated, whatever separates the cells.
    let isWhole = false
    for (const { table, columns: own } of columns) {
      for (const column of own) {
        if (column < 0) continue
        checkTypes(table, column)
        isWhole ||= hasCounts(table, column)
      }
    }
    let header = ''
    const cells = function* () {
      for (const { cell, table, column } of findMarked(columns)) {
        header = table.keys[column] ?? ''
        yield cell
      }
    }
    this.#style = decideStyle(
      cells(),
      (index) => {
        const at = cellAt(findMarked(columns), index)
        return at ? at.table.place(at.row, at.column) : {}
      },
      () => smallHead.test(header),
      isWhole ? null : usualMark(columns.map(({ table }) => table)),
    )
    if (this.#style.decimal === ',') this.notices.add('decimal_comma')
    if (this.#style.thousands) this.notices.add('thousands_separator')
  }

  /** Read a cell as a number, NaN for none; what is not a number is left out with a notice. */
  read(table: Table, row: number, column: number): number {
    const cell = table.cell(row, column)
    if (cell === '') return Number.NaN
    const value = isTyped(table, row, column) ? readPlain(cell) : readNumber(cell, this.#style)
    if (value === null) {
      this.notices.add('number_unreadable', table.place(row, column), {
        value: cell.slice(0, 40),
      })
      return Number.NaN
    }
    if (value !== value && !isNothing(cell)) {
      this.notices.add('number_not_finite', table.place(row, column), {
        value: cell.slice(0, 40),
      })
    }
    return value
  }

  /** Read a cell as a number of which nothing else can be said; null for none. */
  maybe(table: Table, row: number, ...keys: string[]): number | null {
    const column = table.column(...keys)
    if (column < 0) return null
    const value = this.read(table, row, column)
    return Number.isFinite(value) ? value : null
  }
}

const marks = /[.,'\u2019\s]/

/** Return true for a column of texts with marks and with a whole number above zero that has none. */
function hasCounts(table: Table, column: number): boolean {
  let [isMarked, isWhole] = [false, false]
  for (const row of table.rows) {
    const cell = table.cell(row, column)
    const isOther = isMarked && !/^\d+$/.test(cell)
    if (isOther || isTyped(table, row, column)) continue
    isMarked ||= marks.test(cell)
    isWhole ||= /^\d*[1-9]\d*$/.test(cell)
    if (isMarked && isWhole) return true
  }
  return false
}

/** Return the decimal mark that the delimiters of all tables agree on; null for none. */
function usualMark(tables: readonly Table[]) {
  const usual = new Set(tables.map(({ sheet }) => markOfDelimiter(sheet.delimiter)))
  return usual.size === 1 ? ([...usual][0] ?? null) : null
}

/** Yield the cells whose notation their marks show, and where they are. Millions of them are not kept. */
function* findMarked(columns: readonly NumberColumns[]) {
  for (const { table, columns: own } of columns) {
    for (const column of own) {
      for (const row of table.rows) {
        const cell = table.cell(row, column)
        if (marks.test(cell) && !isTyped(table, row, column)) {
          yield { cell, table, row, column }
        }
      }
    }
  }
}

/** Return true for a cell of a workbook that is not text: its number is plain. */
function isTyped({ sheet }: Table, row: number, column: number): boolean {
  return sheet.isTyped && !sheet.rows.isQuoted(row, column)
}

/**
 * Refuse a column in which a spreadsheet of another language has turned some numbers into whole ones: it takes the point of
 * `1.234` for a separator of thousands, and leaves `0.987` beside it as text. In a text no type tells them: there every
 * number with a mark is below 1, and every other one is a thousand or more.
 */
function checkTypes(table: Table, column: number): void {
  if (!table.sheet.isTyped) return checkWhole(table, column)
  const isText = (row: number) => !isTyped(table, row, column)
  const withMark = table.rows.find((row) => isText(row) && /\d[.,]\d/.test(table.cell(row, column)))
  const whole = table.rows.find(
    (row) => !isText(row) && /^-?[1-9]\d{3,}$/.test(table.cell(row, column)),
  )
  if (withMark === undefined || whole === undefined) return
  throw mixed(table, column, whole, withMark)
}

/** Fewest numbers of each form that are no chance. */
const fewestOfForm = 3

function checkWhole(table: Table, column: number): void {
  const below = { first: 0, count: 0 }
  const whole = { first: 0, count: 0 }
  for (const row of table.rows) {
    const cell = table.cell(row, column)
    if (!/[1-9]/.test(cell)) continue
    const isBelow = /^-?0[.,]\d{3}$/.test(cell)
    if (!isBelow && !/^-?[1-9]\d{3,}$/.test(cell)) return
    const form = isBelow ? below : whole
    if (form.count++ === 0) form.first = row
  }
  if (Math.min(below.count, whole.count) < fewestOfForm) return
  throw mixed(table, column, whole.first, below.first)
}

function mixed(table: Table, column: number, whole: number, withMark: number) {
  const value = `${table.cell(whole, column)}, ${table.cell(withMark, column)}`
  return refuseFile('number_mixed', table.place(whole, column), { value: value.slice(0, 40) })
}
