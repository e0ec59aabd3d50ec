import type { NoticeList } from '../notices.ts'
import {
  decideStyle,
  isNothing,
  type NumberStyle,
  plainStyle,
  readNumber,
} from '../read-numbers.ts'
import type { Place } from '../refuse-file.ts'
import type { Table } from './table.ts'

/**
 * Reads the numbers of all tables of a file in one style, as one program wrote them all: a column of
 * `1,234` that could be either is decided by the others. Throws `number_mixed` and `number_ambiguous`.
 */
export class TableNumbers {
  readonly #notices: NoticeList
  #style: NumberStyle = plainStyle

  constructor(notices: NoticeList) {
    this.#notices = notices
  }

  /** Decides the style from the given columns; to be called once, before any number is read. */
  decide(columns: readonly { table: Table; columns: readonly number[] }[]): void {
    const cells: string[] = []
    const spans: { from: number; table: Table; columns: readonly number[] }[] = []
    for (const { table, columns: own } of columns) {
      const known = own.filter((column) => column >= 0)
      spans.push({ from: cells.length, table, columns: known })
      for (const row of table.rows) for (const column of known) cells.push(table.cell(row, column))
    }
    const placeOf = (index: number): Place => {
      const span = spans.findLast(({ from, columns: own }) => from <= index && own.length > 0)
      if (!span) return {}
      const at = index - span.from
      const row = span.table.rows[Math.floor(at / span.columns.length)] ?? 0
      return span.table.place(row, span.columns[at % span.columns.length])
    }
    this.#style = decideStyle(cells, placeOf)
    if (this.#style.decimal === ',') this.#notices.add('decimal_comma')
    if (this.#style.thousands) this.#notices.add('thousands_separator')
  }

  /** A cell as a number, NaN for none; what is not a number is left out with a notice. */
  read(table: Table, row: number, column: number): number {
    const cell = table.cell(row, column)
    if (cell === '') return Number.NaN
    const value = readNumber(cell, this.#style)
    if (value === null) {
      this.#notices.add('number_unreadable', table.place(row, column), {
        value: cell.slice(0, 40),
      })
      return Number.NaN
    }
    if (value !== value && !isNothing(cell)) {
      this.#notices.add('number_not_finite', table.place(row, column), {
        value: cell.slice(0, 40),
      })
    }
    return value
  }

  /** A cell as a number of which nothing else can be said; null for none. */
  maybe(table: Table, row: number, ...keys: string[]): number | null {
    const column = table.column(...keys)
    if (column < 0) return null
    const value = this.read(table, row, column)
    return Number.isFinite(value) ? value : null
  }
}
