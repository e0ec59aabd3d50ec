import type { Fault } from '../../../domain/fault.ts'
import type { CellRows, Delimiter } from '../cell-rows.ts'
import type { ReadingMemory } from '../reading-memory.ts'
import type { Place } from '../refuse-file.ts'

/** Timing of readings that have times and no cycles, in minutes. */
export interface Timing {
  /** From one reading to the next. */
  minutes: number
  /** Delay of each reading after its number times `minutes`; negative for earlier. */
  late: number
}

/** Cells of a sheet, a delimited text or a section of one, as text. */
export interface Sheet {
  /** Name of the sheet or section; empty when the file has none. */
  name: string
  /** Name of its file: often kind and dye are in that name only. */
  file: string
  rows: CellRows
  /** Row of the file that the first of these is, from 1. */
  firstRow: number
  /** For the place of a notice: file in an archive, or sheet of a workbook; empty for a file alone. */
  member: string
  /** Delimiter of the cells of a text; null where there is none, as in a workbook. */
  delimiter: Delimiter | null
  /** True for a workbook: its cells have types, and numbers that are text are in quotes (`SheetCells`). */
  isTyped: boolean
  memory: ReadingMemory
  /** Nobody sees it who opens the workbook. */
  isHidden?: true
  /** The text ends without a line end, so that its last row may have been cut. */
  openEnded: boolean
  /** Timing of its readings, where the file has times in the place of cycles. */
  timing?: Timing
  /** Reason that its times cannot be read. */
  untimed?: Fault
  /** Follows curves in the same sheet: rows of values of which nothing is read are part of these. */
  isRest?: true
  /** Return the cell of the sheet as it was read, of a table that was turned; left out for all others. */
  origin?: (row: number, column: number) => { row: number; column: number }
}

/** Place of a cell of a sheet; row and column count from 0 in the sheet. */
export function placeIn(sheet: Sheet, row: number, column?: number): Place {
  const member = sheet.member ? { member: sheet.member } : {}
  const isCell = column !== undefined && column >= 0
  if (sheet.origin) {
    const { row: own, column: at } = sheet.origin(row, column ?? 0)
    return { ...member, ...(isCell && { row: sheet.firstRow + own }), column: at + 1 }
  }
  return { ...member, row: sheet.firstRow + row, ...(isCell && { column: column + 1 }) }
}

/** Return true for a cell with a number, whatever its marks for decimals and thousands are. */
export function isNumber(cell = ''): boolean {
  return /^\s*[+-]?\d[\d.,]*(e[+-]?\d+)?\s*$/i.test(cell)
}

/**
 * Return the key of a header, so that spellings compare equal: lower case, letters and digits only (what parts two numbers
 * is a point: `F1.1` is no well F11), the Greek delta in words, Cyrillic letters that look Latin (`Cт`) as Latin ones, `_x0028_` of XML names decoded.
 */
export function keyOf(header: string): string {
  // Return numbers and plain words as they are, which are most cells of a table and have nothing to fold.
  if (/^\d+(?:\.\d+)?$/.test(header)) return header
  if (/^[A-Za-z\d]*$/.test(header)) return header.toLowerCase()
  return decodeXmlName(header)
    .toLowerCase()
    .replaceAll(/[δ∆]/g, 'delta')
    .replaceAll('т', 't')
    .replaceAll(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, '.')
    .replaceAll(/[^\p{L}\p{N}.]|(?<!\p{N})\.|\.(?!\p{N})/gu, '')
}

/** Decode a name that Microsoft's XML writers escaped: `_x0030_` is `0`. */
export function decodeXmlName(name: string): string {
  return name.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
