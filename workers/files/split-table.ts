import { CellRows, type Delimiter, findCellEnd } from './cell-rows.ts'
import type { FileLimits } from './limits.ts'
import { memoryOf, type ReadingMemory } from './reading-memory.ts'
import { refuseFile } from './refuse-file.ts'

/**
 * Split a delimited text into rows of cells. A cell may be quoted as RFC 4180 has it (with `""` for a
 * quote inside); a quote inside an unquoted cell is a letter like any other. Line ends may be LF, CRLF
 * or CR; empty lines are kept as rows of one empty cell, so that row numbers are those of the file.
 * Throws `text_quote_open` with the row where it opened, and `table_too_large`.
 */
export function splitTable(
  text: string,
  delimiter: Delimiter,
  limits: Pick<FileLimits, 'rows' | 'cells' | 'columns' | 'memory'>,
): CellRows {
  const rows = new Places(limits.memory)
  const cells = new Places(limits.memory)
  limits.memory.takeText(text)
  rows.add(0)
  let [at, first] = [0, 0]
  while (at <= text.length) {
    const end = findCellEnd(text, at, delimiter, rows.count)
    cells.add(at)
    if (cells.count > limits.cells) throw tooLarge('cells', limits.cells, rows.count)
    at = end + 1
    if (cells.count - first > limits.columns) throw tooLarge('columns', limits.columns, rows.count)
    if (text[end] === delimiter) continue
    rows.add(cells.count)
    first = cells.count
    if (rows.count - 1 > limits.rows) throw tooLarge('rows', limits.rows, rows.count - 1)
    if (text[end] === '\r' && text[end + 1] === '\n') at++
    if (at === text.length && end < text.length) break
  }
  return new CellRows({ text, delimiter, cells: cells.all(), rows: rows.all() })
}

/** Write a cell with tabs beside it, so that `splitTable` reads it back; `isQuoted` puts it in quotes in any case. */
export function writeCell(cell: string, isQuoted: boolean): string {
  if (!isQuoted && !/^"|[\t\r\n]/.test(cell)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}

/**
 * Write changed rows of a table as a text of their own, which takes a tenth of the memory of a string for each cell.
 * @param isQuoted tells the cells that stay in quotes: numbers that a workbook keeps as text
 * @throws Fault `file_takes_memory`
 */
export function writeRows(
  rows: Iterable<readonly string[]>,
  memory: ReadingMemory,
  isQuoted: (row: number, column: number) => boolean = () => false,
): CellRows {
  const lines: string[] = []
  let letters = 0
  for (const cells of rows) {
    const row = lines.length
    const line = cells.map((cell, column) => writeCell(cell, isQuoted(row, column))).join('\t')
    letters += memoryOf.line + line.length
    // Count both: the lines and the text are in memory together for a moment.
    memory.check(2 * letters)
    lines.push(line)
  }
  // End the last line, so that an empty row stays there.
  const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`
  const most = Number.POSITIVE_INFINITY
  return splitTable(text, '\t', { rows: most, cells: most, columns: most, memory })
}

/** A growing list of places in a text. */
class Places {
  readonly #memory: ReadingMemory
  #places = new Uint32Array(256)
  count = 0

  constructor(memory: ReadingMemory) {
    this.#memory = memory
  }

  add(place: number): void {
    if (this.count === this.#places.length) {
      this.#memory.take(memoryOf.place * this.count)
      const larger = new Uint32Array(2 * this.count)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.count++] = place
  }

  /** Return all places, without the room behind the last one. */
  all(): Uint32Array {
    return this.#places.slice(0, this.count)
  }
}

function tooLarge(what: string, limit: number, row: number) {
  return refuseFile('table_too_large', { row }, { what, limit })
}
