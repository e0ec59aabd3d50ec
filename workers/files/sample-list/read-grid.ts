import Papa from 'papaparse'
import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader } from '../../../domain/rules/list-words.ts'
import { latinLetters } from '../plate.ts'
import { readCells, type RowIndex } from './index-rows.ts'

/** Facts of a sample that a grid can hold, in the order of the columns that they become. */
const gridColumns = [
  'name',
  'sample_type',
  'well_type',
  'quantity',
] as const satisfies readonly ListColumn[]
type GridColumn = (typeof gridColumns)[number]

/** Headers of the list that a grid becomes. */
const headers = ['Well', 'Sample', 'Sample type', 'Mix', 'Quantity']

/** More rows than a plate of 384 wells has in several grids: a longer file is a list. */
const mostRows = 500

/**
 * Write a file that shows the plate, column numbers above and row letters beside the cells, as a list with a row for
 * each well. Several grids below each other may hold the facts of the same wells, each with a title in its corner or
 * in the line above (`Sample type`, `Mix`, `Quantity`); the first without one holds names. Lines below the first grid
 * that are part of none become rows without a well, so that they are seen as left out.
 * @returns null for a file that is no grid.
 */
export function writeGridRows(index: RowIndex): string | null {
  if (index.rows > mostRows) return null
  const rows = Array.from({ length: index.rows }, (_, row) => readCells(index, row))
  const first = rows.findIndex((_, at) => isGrid(rows, at))
  if (first < 0) return null
  const wells = new Map<string, Map<GridColumn, string>>()
  const others: string[] = []
  let line: string | null = null
  for (let at = first; at < rows.length; at += 1) {
    const cells = rows[at] ?? []
    if (isGrid(rows, at)) {
      const column = titleOf(cells, at === first ? (rows[at - 1] ?? []) : [line ?? ''])
      if (line !== null && columnOf(line) === null) others.push(line)
      at = readBlock(rows, at, column ?? 'name', column === null ? others : wells)
      line = null
    } else if (cells.some(Boolean)) {
      if (line !== null) others.push(line)
      line = cells.filter(Boolean).join(' ')
    }
  }
  if (line !== null) others.push(line)
  return writeRows(wells, others)

  /** Return the fact in a grid by its title; names in the first grid without one; null if it cannot be known. */
  function titleOf(head: readonly string[], above: readonly string[]): GridColumn | null {
    const said = columnOf(head[0] ?? '') ?? columnOf(above.filter(Boolean).join(' '))
    if (said !== null) return said
    return wells.size === 0 ? 'name' : null
  }
}

function columnOf(title: string): GridColumn | null {
  const column = columnOfHeader(title)?.column
  return gridColumns.find((one) => one === column) ?? null
}

/** Return true if a row counts the columns of a plate, and the next one is its row A. */
export function isGrid(rows: readonly string[][], at: number): boolean {
  const numbers = (rows[at] ?? []).slice(1)
  while (numbers.at(-1) === '') numbers.pop()
  const isCounted =
    numbers.length > 1 && numbers.every((cell, index) => Number(latinLetters(cell)) === index + 1)
  return isCounted && /^a$/i.test(latinLetters(rows[at + 1]?.[0] ?? ''))
}

/**
 * Read the rows of a grid into the wells, or as texts of which no well is known.
 * @returns the last row of the grid.
 */
function readBlock(
  rows: readonly string[][],
  head: number,
  column: GridColumn,
  into: Map<string, Map<GridColumn, string>> | string[],
): number {
  let at = head
  for (let letter = 'A'; ; letter = nextLetter(letter)) {
    const [name = '', ...cells] = rows[at + 1] ?? []
    if (latinLetters(name).toUpperCase() !== letter) return at
    at += 1
    for (const [place, text] of cells.entries()) {
      if (text === '') continue
      if (Array.isArray(into)) into.push(text)
      else keepCell(into, `${letter}${place + 1}`, column, text)
    }
  }
}

function keepCell(
  wells: Map<string, Map<GridColumn, string>>,
  well: string,
  column: GridColumn,
  text: string,
): void {
  const facts = wells.get(well) ?? new Map<GridColumn, string>()
  facts.set(column, text)
  wells.set(well, facts)
}

/** Return the letters of the next row: Z is followed by AA. */
function nextLetter(letters: string): string {
  if (letters === 'Z') return 'AA'
  const last = String.fromCodePoint((letters.codePointAt(letters.length - 1) ?? 64) + 1)
  return letters.slice(0, -1) + last
}

function writeRows(
  wells: ReadonlyMap<string, ReadonlyMap<GridColumn, string>>,
  others: readonly string[],
): string {
  const data = [
    ...[...wells].map(([well, facts]) => [well, ...gridColumns.map((one) => facts.get(one) ?? '')]),
    ...others.map((text) => ['', text, '', '', '']),
  ]
  return Papa.unparse({ fields: headers, data }, { delimiter: '\t', newline: '\n' })
}
