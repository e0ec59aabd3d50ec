import type { CellRows } from '../cell-rows.ts'
import type { FileLimits } from '../limits.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { splitTable, writeCell } from '../split-table.ts'

/** Digits and what may part them: a number as text, in a notation that its author knows. */
const numberLike = /^[\s+\-\u2212]*\d[\d.,'\u2019\s]*(?:[eE][+-]?\d+\s*)?$/

/** Share of all cells that may be in rows to which a sheet comes back; programs write one row after another. */
const returnedShare = 1 / 16

/**
 * Cells of a sheet of a workbook, kept within the limits of a table: row by row as a text with tabs, of which `CellRows` cuts the
 * cells. A number that the workbook keeps as text is in quotes there: all others have no notation.
 */
export class SheetCells {
  readonly #name: string
  readonly #limits: FileLimits
  readonly #lines: string[] = []
  /** Rows to which the sheet came back, by their number. */
  readonly #returned = new Map<number, string[]>()
  #returnedCells = 0
  /** Cells of the row that is being read, as they are written. */
  #open: string[] = []
  #row = 0
  /** Counted by area, as a far cell makes a long row. */
  #cells = 0
  #letters = 0

  constructor(name: string, limits: FileLimits) {
    this.#name = name
    this.#limits = limits
  }

  /** Keep a cell; row and column count from 0. Throws `table_too_large`, and `sheet_damaged` for rows in no order. */
  put(row: number, column: number, value: string, isText: boolean): void {
    const { rows, cells } = this.#limits
    if (row >= rows) throw this.#tooLarge(row, 'rows', rows)
    if (value === '') return
    if (row !== this.#row) this.#openRow(row)
    const added = Math.max(0, column + 1 - this.#open.length)
    this.#cells += added
    if (this.#cells > cells) throw this.#tooLarge(row, 'cells', cells)
    if (this.#returned.has(row)) this.#countReturned(added)
    while (this.#open.length < column) this.#open.push('')
    this.#open[column] = writeCell(value, isText && numberLike.test(value))
  }

  /** Return the rows; those that have no cell are empty. */
  finish(): CellRows {
    this.#openRow(-1)
    for (const [row, cells] of this.#returned) this.#lines[row] = cells.join('\t')
    const rows = splitTable(this.#lines.join('\n'), '\t', this.#limits)
    return rows.part(0, this.#lines.length)
  }

  #openRow(row: number): void {
    if (this.#open.length > 0 && !this.#returned.has(this.#row)) {
      const line = this.#open.join('\t')
      this.#limits.memory.check(2 * (this.#letters += memoryOf.line + line.length))
      this.#lines[this.#row] = line
    }
    this.#row = row
    this.#open = this.#returned.get(row) ?? this.#returnTo(row)
  }

  /** Open a row again that was read before: from now on its cells are kept one by one, so that it is not taken apart each time. */
  #returnTo(row: number): string[] {
    const line = this.#lines[row]
    if (line === undefined) return []
    const read = splitTable(line, '\t', this.#limits)
    const cells = read.row(0).map((cell, column) => writeCell(cell, read.isQuoted(0, column)))
    this.#returned.set(row, cells)
    this.#countReturned(cells.length)
    return cells
  }

  #countReturned(added: number): void {
    this.#returnedCells += added
    this.#limits.memory.take(memoryOf.text * added)
    if (this.#returnedCells <= this.#limits.cells * returnedShare) return
    throw refuseFile('sheet_damaged', { member: this.#name, row: this.#row + 1 })
  }

  #tooLarge(row: number, what: string, limit: number) {
    return refuseFile('table_too_large', { member: this.#name, row: row + 1 }, { what, limit })
  }
}
