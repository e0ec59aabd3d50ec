import type { FileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'

/** Digits and what may part them: a number as text, in a notation that its author knows. */
const numberLike = /^[\s+\-\u2212]*\d[\d.,'\u2019\s]*(?:[eE][+-]?\d+\s*)?$/

/** Return the address of a cell, both from 1, under which `SheetCells` lists it. */
export function addressOf(row: number, column: number): string {
  return `${row}:${column}`
}

/** Cells of a sheet of a workbook, kept within the limits of a table. */
export class SheetCells {
  /** As text; each row is as long as its last cell. */
  readonly rows: string[][] = []
  /** Addresses of texts that look like numbers: all other numbers were kept as such, without a notation. */
  readonly textNumbers = new Set<string>()
  readonly #name: string
  readonly #limits: FileLimits
  /** Counted by area, as a far cell makes a long row. */
  #cells = 0

  constructor(name: string, limits: FileLimits) {
    this.#name = name
    this.#limits = limits
  }

  /** Keep a cell; row and column count from 0. Throws `table_too_large`. */
  put(row: number, column: number, value: string, isText: boolean): void {
    if (row >= this.#limits.rows) throw this.#refuse(row, 'rows', this.#limits.rows)
    if (value === '') return
    const cells = (this.rows[row] ??= [])
    this.#cells += Math.max(0, column + 1 - cells.length)
    if (this.#cells > this.#limits.cells) throw this.#refuse(row, 'cells', this.#limits.cells)
    while (cells.length < column) cells.push('')
    cells[column] = value
    if (isText && numberLike.test(value)) this.textNumbers.add(addressOf(row + 1, column + 1))
  }

  /** Fill rows that have no cell. */
  finish(): this {
    for (let i = 0; i < this.rows.length; i++) this.rows[i] ??= []
    return this
  }

  #refuse(row: number, what: string, limit: number) {
    return refuseFile('table_too_large', { member: this.#name, row: row + 1 }, { what, limit })
  }
}
