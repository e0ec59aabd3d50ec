import type { FileLimits } from './limits.ts'
import { refuseFile } from './refuse-file.ts'

export type Delimiter = '\t' | ',' | ';' | '|'

/**
 * Split a delimited text into rows of cells. A cell may be quoted as RFC 4180 has it (with `""` for a
 * quote inside); a quote inside an unquoted cell is a letter like any other. Line ends may be LF, CRLF
 * or CR; empty lines are kept as rows of one empty cell, so that row numbers are those of the file.
 * Throws `text_quote_open` with the row where it opened, and `table_too_large`.
 */
export function splitTable(text: string, delimiter: Delimiter, limits: FileLimits): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let at = 0
  while (at <= text.length) {
    const { cell, end } = readCell(text, at, delimiter, rows.length + 1)
    row.push(cell)
    if (++cells > limits.cells) throw tooLarge('cells', limits.cells, rows.length + 1)
    at = end + 1
    if (text[end] === delimiter) continue
    rows.push(row)
    if (rows.length > limits.rows) throw tooLarge('rows', limits.rows, rows.length)
    row = []
    if (text[end] === '\r' && text[end + 1] === '\n') at++
    if (at === text.length && end < text.length) break
  }
  return rows
}

function tooLarge(what: string, limit: number, row: number) {
  return refuseFile('table_too_large', { row }, { what, limit })
}

function readCell(
  text: string,
  from: number,
  delimiter: Delimiter,
  row: number,
): { cell: string; end: number } {
  if (text[from] !== '"') {
    const end = findEnd(text, from, delimiter)
    return { cell: text.slice(from, end), end }
  }
  let cell = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw refuseFile('text_quote_open', { row })
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      // Add the text between the closing quote and the delimiter to the cell.
      const end = findEnd(text, quote + 1, delimiter)
      return { cell: cell + text.slice(quote + 1, end), end }
    }
    cell += '"'
    at = quote + 2
  }
}

function findEnd(text: string, from: number, delimiter: Delimiter): number {
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === delimiter || letter === '\n' || letter === '\r') break
    at++
  }
  return at
}
