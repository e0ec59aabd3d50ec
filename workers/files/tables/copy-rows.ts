import { writeRows } from '../split-table.ts'
import type { Sheet } from './sheet.ts'

/**
 * Return some rows of a sheet with other cells, each in its place: a cell that is to be left out is empty. `change` returns the cells of
 * a row, which keep their quotes where they are in the same column. `above` are rows of our own before them.
 */
export function copyRows(
  sheet: Sheet,
  { from, to, above = [] }: { from: number; to: number; above?: readonly (readonly string[])[] },
  change: (cells: readonly string[], row: number) => readonly string[],
): Sheet {
  const copied = function* () {
    yield* above
    for (let row = from; row < to; row++) yield change(sheet.rows.row(row), row)
  }
  const begin = from - above.length
  const isQuoted = (row: number, column: number) =>
    row >= above.length && sheet.rows.isQuoted(begin + row, column)
  return {
    ...sheet,
    rows: writeRows(copied(), sheet.memory, isQuoted),
    firstRow: sheet.firstRow + begin,
    openEnded: sheet.openEnded && to === sheet.rows.length,
  }
}

/** Return some columns of a sheet in another order; its cells have the places that they were at, also in notices. */
export function selectColumns(
  sheet: Sheet,
  { from, to, columns }: { from: number; to: number; columns: readonly number[] },
  change: (cell: string, row: number, column: number) => string,
): Sheet {
  const { rows } = sheet
  const copied = function* () {
    for (let row = from; row < to; row++) {
      const cells = rows.row(row)
      // End a row where it ends in the file, which tells one that was cut.
      const last = columns.findLastIndex((column) => column < cells.length)
      yield columns.slice(0, last + 1).map((column) => change(cells[column] ?? '', row, column))
    }
  }
  const isQuoted = (row: number, column: number) => rows.isQuoted(from + row, columns[column] ?? -1)
  return {
    ...sheet,
    rows: writeRows(copied(), sheet.memory, isQuoted),
    firstRow: sheet.firstRow + from,
    openEnded: sheet.openEnded && to === rows.length,
    origin: (row, column) => ({ row, column: columns[column] ?? column }),
  }
}

/** Return the rows of a sheet from one on as a sheet; null where all of them are empty. */
export function restOf(sheet: Sheet, from: number): Sheet | null {
  const rows = sheet.rows.part(from)
  const isAny = rows.some((row) => row.some((cell) => cell.trim() !== ''))
  return isAny ? { ...sheet, rows, firstRow: sheet.firstRow + from, isRest: true } : null
}

/** Return the rows of a sheet up to one as a sheet. */
export function upTo(sheet: Sheet, end: number): Sheet {
  return {
    ...sheet,
    rows: sheet.rows.part(0, end),
    openEnded: sheet.openEnded && end === sheet.rows.length,
  }
}
