import type { CellRows } from '../cell-rows.ts'
import type { FileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'
import { writeDate } from './date-styles.ts'
import { readRecords, RecordReader, records } from './old-records.ts'
import { SheetCells } from './sheet-cells.ts'

/** Parts of the workbook that the cells of a sheet need. */
export interface OldContext {
  limits: FileLimits
  texts: readonly string[]
  /** Indexes of the cell formats that show dates. */
  dates: ReadonlySet<number>
  date1904: boolean
}

/**
 * Read the cells of a sheet of Excel 97 to 2003 as text, as `readSheet` does of newer ones: numbers as the shortest
 * decimal with a point, dates in ISO 8601, truths as TRUE and FALSE, formulas as their last value. Throws
 * `table_too_large` and `workbook_damaged`.
 */
export function readOldSheet(
  stream: Uint8Array,
  from: number,
  name: string,
  context: OldContext,
): CellRows {
  const sheet = new OldSheet(name, context)
  let depth = 0
  for (const { type, data } of readRecords(stream, from)) {
    // Count the depth: charts inside a sheet have a beginning and an end of their own.
    if (type === records.begin) depth++
    if (type === records.end && --depth <= 0) return sheet.finish()
    if (depth === 1) sheet.take(type, data)
  }
  throw refuseFile('workbook_damaged', { member: name })
}

class OldSheet {
  readonly #cells: SheetCells
  readonly #name: string
  readonly #context: OldContext
  /** Cell of a formula whose text is in the next record. */
  #formula: { row: number; column: number } | null = null

  constructor(name: string, context: OldContext) {
    this.#name = name
    this.#context = context
    this.#cells = new SheetCells(name, context.limits)
  }

  finish(): CellRows {
    return this.#cells.finish()
  }

  take(type: number, data: DataView): void {
    const { texts } = this.#context
    const reader = new RecordReader([data])
    if (type === records.formulaText && this.#formula) {
      const { row, column } = this.#formula
      this.#put(row, column, reader.text(reader.short()), true)
    }
    if (!cellTypes.has(type)) return
    const [row, column] = [reader.short(), reader.short()]
    if (type === records.numbersRk) {
      const count = Math.floor((data.byteLength - 6) / 6)
      for (let i = 0; i < count; i++) {
        const format = reader.short()
        this.#put(row, column + i, this.#write(readRk(reader.long()), format))
      }
      return
    }
    const format = reader.short()
    const number = () => this.#write(data.getFloat64(6, true), format)
    if (longTypes.has(type) && data.byteLength < 14) {
      throw refuseFile('workbook_damaged', { member: this.#name })
    }
    if (type === records.textAt) this.#put(row, column, texts[reader.long()] ?? '', true)
    else if (type === records.number) this.#put(row, column, number())
    else if (type === records.numberRk) {
      this.#put(row, column, this.#write(readRk(reader.long()), format))
    } else if (type === records.truth) {
      const [value, isError] = [reader.byte(), reader.byte()]
      this.#put(row, column, isError ? '' : value ? 'TRUE' : 'FALSE')
    } else if (type === records.formula) {
      const [kind, value] = [data.getUint8(6), data.getUint8(8)]
      const isNumber = data.getUint16(12, true) !== 0xffff
      this.#formula = !isNumber && kind === 0 ? { row, column } : null
      if (isNumber) this.#put(row, column, number())
      else if (kind === 1) this.#put(row, column, value ? 'TRUE' : 'FALSE')
    } else this.#put(row, column, reader.text(reader.short()), true)
  }

  #write(value: number, format: number): string {
    const { dates, date1904 } = this.#context
    return dates.has(format) ? writeDate(value, date1904) : String(value)
  }

  #put(row: number, column: number, value: string, isText = false): void {
    this.#cells.put(row, column, value, isText)
  }
}

const cellTypes: ReadonlySet<number> = new Set([
  records.formula,
  records.numbersRk,
  records.richText,
  records.textAt,
  records.number,
  records.text,
  records.truth,
  records.numberRk,
])

/** Records that hold a double or the value of a formula behind six bytes. */
const longTypes: ReadonlySet<number> = new Set([records.number, records.formula])

/** Read a number of four bytes: the upper 30 bits of a double, or a whole number; one bit means hundredths. */
function readRk(rk: number): number {
  let value = rk >> 2
  if ((rk & 2) === 0) {
    const view = new DataView(new ArrayBuffer(8))
    view.setUint32(0, (rk & 0xfffffffc) >>> 0)
    value = view.getFloat64(0)
  }
  return rk & 1 ? value / 100 : value
}
