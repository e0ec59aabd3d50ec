import type { NoticeList } from '../notices.ts'
import { parseWell, type WellPosition, type PlateShape } from '../plate.ts'
import type { Table } from '../tables/table.ts'
import { wellKeys } from './table-kinds.ts'

/** Columns whose names of wells count wherever they are; in the others people may have written the name of a sample. */
const placeKeys = ['wellposition', 'well']
/** Lengths of the rows of the plates of these instruments. */
const rowLengths = [8, 12, 24]

/** Return the plate of a block by its name: `96-Well 0.2-mL Block`, `BLOCK_384W`, `TYPE_8X12`, `96fast`. */
export function plateOfBlock(block: string): PlateShape | null {
  const [, rows, columns] = /TYPE_(\d{1,2})X(\d{1,2})/i.exec(block) ?? []
  if (rows && columns && Number(rows) > 0 && Number(columns) > 0) {
    return { rows: Number(rows), columns: Number(columns), labels: 'letters' }
  }
  const shape = (high: number, wide: number): PlateShape => ({
    rows: high,
    columns: wide,
    labels: 'letters',
  })
  if (/3072|open ?array/i.test(block)) return shape(48, 64)
  if (/384|array card|tac/i.test(block)) return shape(16, 24)
  if (/96/.test(block)) return shape(8, 12)
  if (/48/.test(block)) return shape(6, 8)
  return null
}

/**
 * Finds wells by name, or by number where a table has numbers only: as another table of the file pairs
 * them with names, else along the rows of the plate.
 */
export class WellFinder {
  readonly #names = new Map<string, WellPosition>()
  readonly #columns: number
  /** The plate is given, or it was said that its rows were assumed. */
  #isSure: boolean
  readonly #notices: NoticeList

  constructor(tables: readonly Table[], plate: PlateShape | null, notices: NoticeList) {
    this.#notices = notices
    let largest = 0
    for (const table of tables) {
      const [named, numbered] = [nameColumn(table), table.column('well')]
      for (const row of table.rows) {
        const number = readNumber(table.cell(row, numbered))
        const position = parseWell(table.cell(row, named))
        if (number !== null) largest = Math.max(largest, number)
        if (number !== null && position) this.#names.set(String(number), position)
      }
    }
    this.#columns = plate?.columns ?? (largest > 96 ? 24 : 12)
    this.#isSure = plate !== null
  }

  /** Say once that the place of a well rests on the assumed length of a row. */
  #tellCounted(): void {
    if (this.#isSure) return
    this.#isSure = true
    this.#notices.add('wells_counted', {}, { columns: this.#columns })
  }

  find(table: Table, row: number): WellPosition | null {
    const named = (keys: readonly string[]) => {
      for (const key of keys) {
        const position = parseWell(table.cell(row, table.keys.indexOf(key)))
        if (position) return position
      }
      return null
    }
    const number = readNumber(table.text(row, 'well', 'wellposition'))
    const known = named(placeKeys) ?? (number === null ? named(wellKeys) : null)
    const paired = known ?? this.#names.get(String(number))
    if (paired) return paired
    if (number !== null && number <= 100_000) {
      this.#tellCounted()
      return { row: Math.floor((number - 1) / this.#columns), column: (number - 1) % this.#columns }
    }
    const isLine = table.countFilled(row) <= 2
    this.#notices.add(
      isLine ? 'line_ignored' : 'row_ignored',
      table.place(row, table.column(...wellKeys)),
      {
        well: table.text(row, ...wellKeys).slice(0, 40),
      },
    )
    return null
  }
}

/**
 * Return the column that pairs the numbers of wells with their names. `Well Name` may hold names of samples that look like wells, so it
 * is one only where each name is at its number along the rows of a plate.
 */
function nameColumn(table: Table): number {
  const position = table.column('wellposition')
  const [other, numbered] = [table.column('wellname', 'wellid'), table.column('well')]
  if (position >= 0 || other < 0) return position
  const pairs = table.rows.map((row) => ({
    number: readNumber(table.cell(row, numbered)),
    at: parseWell(table.cell(row, other)),
  }))
  const isPlace = rowLengths.some((length) =>
    pairs.every(({ number, at }) => at && number === at.row * length + at.column + 1),
  )
  return isPlace ? other : -1
}

/** Read a whole number from 1, also written `1.0`. */
function readNumber(cell: string): number | null {
  return /^[1-9]\d{0,6}([.,]0*)?$/.test(cell) ? Number.parseInt(cell, 10) : null
}
