import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { latinLetters } from '../plate.ts'
import type { ListRow } from './read-row.ts'
import type { Problem } from './left-out.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/**
 * Read the well that a row of a list names, in one cell (`A1`, `a01`, `A:1`, `1A`) or in two (row `A` or 1, column 1), in
 * Latin letters or in Cyrillic ones that look the same. Null if it names none. Rows and columns outside the layout have faults of their own (spec §5 "CSV").
 */
export function readWell(list: ListRow, shape: Shape): string | null | Problem {
  const whole = list('well') ?? ''
  const [rowText, columnText] = whole === '' ? [list('wellRow'), list('wellColumn')] : cut(whole)
  if (!rowText && !columnText) return whole === '' ? null : unreadable(whole)
  const row = readRow(rowText ?? '')
  const digits = latinLetters(columnText ?? '')
  const column = /^\d{1,4}$/.test(digits) ? Number(digits) : Number.NaN
  if (Number.isNaN(row) || Number.isNaN(column)) {
    return unreadable(whole || `${rowText ?? ''} ${columnText ?? ''}`.trim())
  }
  if (row < 1 || row > shape.rows) {
    return { reason: 'csv_row_outside', params: { row: rowText ?? '', rows: shape.rows } }
  }
  if (column < 1 || column > shape.columns) {
    return { reason: 'csv_column_outside', params: { column, columns: shape.columns } }
  }
  return wellName(shape, (row - 1) * shape.columns + column - 1)
}

function cut(whole: string): [string, string] {
  const plain = latinLetters(whole)
  const [, row = '', column = ''] = /^([a-z]{1,2})\s*(?:[:-]\s*)?(\d{1,4})$/i.exec(plain) ?? []
  if (row !== '') return [row, column]
  const [, first = '', letters = ''] = /^(\d{1,2})\s*([a-z]{1,2})$/i.exec(plain) ?? []
  return [letters, first]
}

/** Read a row, counted from 1: `A` and `1` are the first, `AA` the 27th. */
function readRow(given: string): number {
  const text = latinLetters(given)
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[a-z]{1,2}$/i.test(text)) return Number.NaN
  return [...text.toUpperCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)
}

function unreadable(well: string): Problem {
  return { reason: 'csv_well_unreadable', params: { well: well.slice(0, 40) } }
}
