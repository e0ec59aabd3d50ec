import type { FileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type ListDelimiter = (typeof delimiters)[number]

/**
 * Positions of the rows of a text, as numbers. A list of 200,000 rows is never split as a whole: a cell is cut out when
 * it is read. PapaParse makes a string of every cell first, which alone takes half of the time allowed for an import
 * (`npm run bench -- ui`).
 */
export interface RowIndex {
  text: string
  delimiter: ListDelimiter
  rows: number
  /** First letter of each row, and the one behind its last. */
  start: Uint32Array
  end: Uint32Array
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

/**
 * Find the rows of a delimited text. A cell may be quoted as RFC 4180 has it, with line ends in it; a quote inside an unquoted
 * one is a letter like any other. Line ends may be LF, CRLF or CR; empty lines are rows, so that rows are those of
 * the file.
 * @throws Fault `text_quote_open` with the row where it opened, `table_too_large`.
 */
export function indexRows(
  text: string,
  delimiter: ListDelimiter,
  limits: Pick<FileLimits, 'rows'>,
): RowIndex {
  const { length } = text
  let start = new Uint32Array(Math.max(16, Math.ceil(length / 24)))
  let end = new Uint32Array(start.length)
  const endOf = rowEnds(text, delimiter)
  let rows = 0
  let at = 0
  do {
    if (rows >= limits.rows) throw tooLarge(limits.rows, rows + 1)
    if (rows === start.length) {
      start = twice(start)
      end = twice(end)
    }
    start[rows] = at
    const found = endOf(at, rows + 1)
    end[rows] = found
    rows += 1
    const isPair =
      text.charCodeAt(found) === carriageReturn && text.charCodeAt(found + 1) === lineFeed
    at = found + (isPair ? 2 : 1)
  } while (at < length)
  return { text, delimiter, rows, start: start.slice(0, rows), end: end.slice(0, rows) }
}

/** Cut cells out of rows, without the blanks around them; empty where a row is shorter. Quickest along one row. */
export function startReading(index: RowIndex): (row: number, column: number) => string {
  const { text, start, end, delimiter } = index
  const walk = cellEnds(text, delimiter)
  let current = -1
  let count = 0
  let ends = new Uint32Array(64)
  return (row, column) => {
    if (column < 0 || row >= index.rows) return ''
    if (row !== current) {
      current = row
      count = 0
    }
    const first = start[row] ?? 0
    const last = end[row] ?? 0
    while (count <= column) {
      const from = count === 0 ? first : (ends[count - 1] ?? 0) + 1
      if (from > last) return ''
      if (count === ends.length) ends = twice(ends)
      ends[count] = walk(from, last)
      count += 1
    }
    const from = column === 0 ? first : (ends[column - 1] ?? 0) + 1
    const to = ends[column] ?? from
    if (from === to) return ''
    if (text.charCodeAt(from) === quote) return unquote(text.slice(from, to)).trim()
    const cell = text.slice(from, to)
    return mayBeBlank(text.charCodeAt(from)) || mayBeBlank(text.charCodeAt(to - 1))
      ? cell.trim()
      : cell
  }
}

/** Return true if a letter may be one that `trim` removes. */
function mayBeBlank(code: number): boolean {
  return code <= 32 || code >= 127
}

/** Read all cells of a row. */
export function readCells(index: RowIndex, row: number): string[] {
  const { text, start, end } = index
  const walk = cellEnds(text, index.delimiter)
  const read = startReading(index)
  const cells: string[] = []
  const last = end[row] ?? 0
  for (let at = start[row] ?? 0; at <= last; at = walk(at, last) + 1) {
    cells.push(read(row, cells.length))
  }
  return cells
}

/** Return a function that finds the end of a row. Only rows with quotes are read letter by letter. */
function rowEnds(text: string, delimiter: ListDelimiter): (at: number, row: number) => number {
  const { length } = text
  const isPlain = !text.includes('\r') || !/\r(?!\n)/.test(text)
  const walk = cellEnds(text, delimiter)
  let nextQuote = -1
  return (at, row) => {
    if (nextQuote < at && nextQuote < length) {
      const found = text.indexOf('"', at)
      nextQuote = found < 0 ? length : found
    }
    if (isPlain) {
      const found = text.indexOf('\n', at)
      const feed = found < 0 ? length : found
      if (nextQuote >= feed) {
        return feed > at && feed < length && text.charCodeAt(feed - 1) === carriageReturn
          ? feed - 1
          : feed
      }
    }
    for (let from = at; ;) {
      const found = walk(from, length, row)
      if (found >= length || text[found] !== delimiter) return found
      from = found + 1
    }
  }
}

/** Return a function that finds the delimiter or line end behind a cell. */
function cellEnds(text: string, delimiter: ListDelimiter) {
  const parting = delimiter.charCodeAt(0)
  return (from: number, last: number, row = 0): number => {
    let at = from
    if (text.charCodeAt(at) === quote && at < last) at = findClosing(text, at, row)
    for (; at < last; at += 1) {
      const code = text.charCodeAt(at)
      if (code === parting || code === lineFeed || code === carriageReturn) break
    }
    return at
  }
}

/** Return the place behind the quote that closes the cell. */
function findClosing(text: string, start: number, row: number): number {
  let at = start + 1
  for (;;) {
    const found = text.indexOf('"', at)
    if (found < 0) throw refuseFile('text_quote_open', { row })
    if (text.charCodeAt(found + 1) !== quote) return found + 1
    at = found + 2
  }
}

/** Remove the quotes of a cell. Text between the closing quote and the delimiter belongs to the cell. */
function unquote(cell: string): string {
  let text = ''
  let at = 1
  for (;;) {
    const found = cell.indexOf('"', at)
    text += cell.slice(at, found)
    if (cell[found + 1] !== '"') return text + cell.slice(found + 1)
    text += '"'
    at = found + 2
  }
}

function tooLarge(limit: number, row: number) {
  return refuseFile('table_too_large', { row }, { what: 'rows', limit })
}

function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}
