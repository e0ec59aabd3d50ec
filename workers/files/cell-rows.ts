import { refuseFile } from './refuse-file.ts'

export type Delimiter = '\t' | ',' | ';' | '|'

/** A delimited text with where its cells begin. */
interface CellSource {
  text: string
  delimiter: Delimiter
  /** Place in the text at which each cell begins. */
  cells: Uint32Array
  /** Number of the first cell of each row, and of all cells behind the last one. */
  rows: Uint32Array
}

type Row = readonly string[]

/**
 * Rows of a table whose cells are cut out of its text whenever they are asked for. A string for each cell would take ten times the
 * memory of the text, which a Worker does not have. A row beyond the last one is empty.
 */
export class CellRows implements Iterable<Row> {
  readonly #source: CellSource
  readonly #from: number
  readonly #to: number
  /** Rows in place of those of the text, by their number in it. */
  readonly #others: ReadonlyMap<number, Row>

  constructor(
    source: CellSource,
    from = 0,
    to = source.rows.length - 1,
    others: ReadonlyMap<number, Row> = new Map(),
  ) {
    this.#source = source
    this.#from = from
    this.#to = Math.max(from, to)
    this.#others = others
  }

  get length(): number {
    return this.#to - this.#from
  }

  row(at: number): Row {
    const row = this.#from + at
    if (!(at >= 0 && row < this.#to)) return []
    const other = this.#others.get(row)
    if (other) return other
    const { text, delimiter, cells, rows } = this.#source
    const [first = 0, next = 0] = [rows[row], rows[row + 1]]
    const found: string[] = []
    for (let i = first; i < next; i++) found.push(cutCell(text, cells[i] ?? 0, delimiter))
    return found
  }

  /** Return a cell; empty where the row has none. */
  cell(at: number, column: number): string {
    const row = this.#from + at
    if (!(at >= 0 && row < this.#to && column >= 0)) return ''
    const other = this.#others.get(row)
    if (other) return other[column] ?? ''
    const { text, delimiter, cells, rows } = this.#source
    const cell = (rows[row] ?? 0) + column
    return cell < (rows[row + 1] ?? 0) ? cutCell(text, cells[cell] ?? 0, delimiter) : ''
  }

  /** Return true for a cell that is written in quotes. */
  isQuoted(at: number, column: number): boolean {
    const row = this.#from + at
    const { text, cells, rows } = this.#source
    const cell = (rows[row] ?? 0) + column
    const isThere = at >= 0 && row < this.#to && column >= 0 && cell < (rows[row + 1] ?? 0)
    return isThere && !this.#others.has(row) && text.charCodeAt(cells[cell] ?? 0) === quote
  }

  /** Return the rows from one up to another, which is left out. */
  part(from: number, to = this.length): CellRows {
    const begin = this.#from + Math.min(Math.max(from, 0), this.length)
    const end = this.#from + Math.min(Math.max(to, 0), this.length)
    return new CellRows(this.#source, begin, end, this.#others)
  }

  /** Return the same rows with others in place of some. */
  replace(others: ReadonlyMap<number, Row>): CellRows {
    const all = new Map(this.#others)
    for (const [at, row] of others) all.set(this.#from + at, row)
    return new CellRows(this.#source, this.#from, this.#to, all)
  }

  findIndex(passes: (row: Row, at: number) => boolean): number {
    for (let at = 0; at < this.length; at++) if (passes(this.row(at), at)) return at
    return -1
  }

  /** Yield the places of all rows that pass. */
  *findAll(passes: (row: Row) => boolean): Generator<number> {
    for (let at = 0; at < this.length; at++) if (passes(this.row(at))) yield at
  }

  some(passes: (row: Row) => boolean): boolean {
    return this.findIndex(passes) >= 0
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let at = 0; at < this.length; at++) yield this.row(at)
  }
}

/**
 * Return where a cell ends: at its delimiter, its line end or the end of the text.
 * @throws Fault `text_quote_open` with the row.
 */
export function findCellEnd(text: string, from: number, delimiter: Delimiter, row: number): number {
  let at = from
  if (text.charCodeAt(from) === quote) {
    at = findClosing(text, from)
    if (at < 0) throw refuseFile('text_quote_open', { row })
  }
  const separator = delimiter.charCodeAt(0)
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === separator || code === 10 || code === 13) break
  }
  return at
}

const quote = 34

/** Return where the text behind the closing quote of a cell begins, -1 for none. */
function findClosing(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== quote) return at + 1
  }
  return -1
}

/** Cut a cell out of the text: without its quotes, but with what is behind them up to the delimiter. */
function cutCell(text: string, from: number, delimiter: Delimiter): string {
  const end = findCellEnd(text, from, delimiter, 0)
  if (text.charCodeAt(from) !== quote) return text.slice(from, end)
  const closing = findClosing(text, from)
  const quoted = text.slice(from + 1, closing - 1)
  return quoted.replaceAll('""', '"') + text.slice(closing, end)
}
