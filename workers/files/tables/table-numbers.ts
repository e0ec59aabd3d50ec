import type { NoticeList } from '../notices.ts'
import {
  decideStyle,
  isNothing,
  markOfDelimiter,
  type NumberStyle,
  plainStyle,
  readNumber,
  readPlain,
} from '../read-numbers.ts'
import { refuseFile } from '../refuse-file.ts'
import { addressOf } from '../spreadsheet/sheet-cells.ts'
import type { Table } from './table.ts'

/** Headers of cycles at a threshold, of light divided by a passive reference, and of temperatures: none reaches a thousand, in any unit. */
const smallHead =
  /^(c[tpq]|crt|c[tq](mean|value|sd)?|cqstddev|c[tq](d|delta)?rn?|(d|delta)?rn|tm\d*|temp.*)$/

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
  decide(columns: readonly { table: Table; columns: readonly number[] }[]): void {
    const found: { cell: string; table: Table; row: number; column: number }[] = []
    // Beside `1,234` a whole `987` says that thousands are parted, whatever parts the cells.
    let isWhole = false
    for (const { table, columns: own } of columns) {
      for (const column of own) {
        if (column < 0) continue
        checkTypes(table, column)
        const texts = table.rows.filter((row) => !isTyped(table, row, column))
        const marked = texts.filter((row) => /[.,'\u2019\s]/.test(table.cell(row, column)))
        for (const row of marked) found.push({ cell: table.cell(row, column), table, row, column })
        isWhole ||= marked.length > 0 && texts.some((row) => isCount(table.cell(row, column)))
      }
    }
    this.#style = decideStyle(
      found.map(({ cell }) => cell),
      (index) => {
        const at = found[index]
        return at ? at.table.place(at.row, at.column) : {}
      },
      (index) => smallHead.test(found[index]?.table.keys[found[index].column] ?? ''),
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

/** Return true for a whole number above zero without any mark. */
function isCount(cell: string): boolean {
  return /^\d*[1-9]\d*$/.test(cell)
}

/** Return the decimal mark that the delimiters of all tables agree on; null for none. */
function usualMark(tables: readonly Table[]) {
  const marks = new Set(tables.map(({ sheet }) => markOfDelimiter(sheet.delimiter)))
  return marks.size === 1 ? ([...marks][0] ?? null) : null
}

/** Return true for a cell of a workbook that is not text: its number is plain. */
function isTyped({ sheet }: Table, row: number, column: number): boolean {
  if (sheet.textNumbers === null) return false
  const at = sheet.origin?.(row, column) ?? { row, column }
  return !sheet.textNumbers.has(addressOf(sheet.firstRow + at.row, at.column + 1))
}

/**
 * Refuse a column in which a spreadsheet of another language has turned some numbers into whole ones: it takes the point of
 * `1.234` for a separator of thousands, and leaves `0.987` beside it as text. In a text no type tells them: there every
 * number with a mark is below 1, and every other one is a thousand or more.
 */
function checkTypes(table: Table, column: number): void {
  if (table.sheet.textNumbers === null) return checkWhole(table, column)
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
  const filled = table.rows.filter((row) => /[1-9]/.test(table.cell(row, column)))
  const below = filled.filter((row) => /^-?0[.,]\d{3}$/.test(table.cell(row, column)))
  const whole = filled.filter((row) => /^-?[1-9]\d{3,}$/.test(table.cell(row, column)))
  const isAll = below.length + whole.length === filled.length
  if (!isAll || below.length < fewestOfForm || whole.length < fewestOfForm) return
  throw mixed(table, column, whole[0] ?? 0, below[0] ?? 0)
}

function mixed(table: Table, column: number, whole: number, withMark: number) {
  const value = `${table.cell(whole, column)}, ${table.cell(withMark, column)}`
  return refuseFile('number_mixed', table.place(whole, column), { value: value.slice(0, 40) })
}
