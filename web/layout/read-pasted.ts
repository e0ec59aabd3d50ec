import { Name } from '../../domain/fields.ts'
import type { SampleType } from '../../domain/entities/analysis.ts'
import * as v from 'valibot'
import { columnOfHeader } from '../../domain/rules/list-words.ts'
import { maybeThousands } from '../../domain/rules/maybe-thousands.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { readNumber } from '../parts/form/read-number.ts'
import { type Placement, placeOf, type Shape, wellAt } from '../state/layout-steps/wells.ts'
import { splitCells } from './split-cells.ts'

/** Reasons that a pasted cell is not placed on the plate. */
export type PasteReason =
  | 'offPlate'
  | 'noWell'
  | 'wellTwice'
  | 'noName'
  | 'badName'
  | 'badType'
  | 'badQuantity'
  | 'notStandard'
  | 'noWellLeft'

export interface PasteProblem {
  /** Line of the text, counted from 1, with its content. */
  line: number
  text: string
  reason: PasteReason
  /** Well it was meant for, when that is on the plate. */
  well: string | null
}

/** Form of a pasted text: cells of a plate, rows that name their well, or names alone that fill wells in order. */
export type PasteKind = 'block' | 'list' | 'names'

export interface Pasted {
  kind: 'nothing' | PasteKind
  placements: Placement[]
  /** Wells of the block whose cells are blank. */
  blank: string[]
  problems: PasteProblem[]
}

export interface PasteTarget {
  shape: Shape
  /** First well of a block without headings. */
  origin: string
  /** A type in a list by the words of the reader's language, English or a badge. */
  typeOf: (word: string) => SampleType | null
  /** Form of the text as a person corrected it; absent: it is guessed. */
  as?: PasteKind | null
  /** Wells that names alone fill, in order; absent: a column of names is a block. */
  open?: readonly string[]
}

/** Read a plate block or a list of wells as spreadsheets copy them. Report each line that cannot be used. */
export function readPasted(text: string, target: PasteTarget): Pasted {
  const rows = splitCells(text)
  if (rows.length === 0) return { kind: 'nothing', placements: [], blank: [], problems: [] }
  const { as = null, open } = target
  const hasOneColumn = rows.every((row) => row.length === 1)
  if (open && hasOneColumn && (as === 'names' || (as === null && rows.length > 1))) {
    return readNames(rows, open)
  }
  const column =
    as === 'block' ? null : (findWellColumn(rows, target.shape) ?? (as === 'list' ? 0 : null))
  return column === null ? readBlock(rows, target) : readList(rows, column, target)
}

/** Read the name of a well: `A1`, `a01` and `A 1` are the same; null for other texts. */
export function readWellName(cell: string): string | null {
  const [, row, column] = /^([a-z])\s*0?(\d{1,2})$/i.exec(cell.trim()) ?? []
  return row && column ? `${row.toUpperCase()}${Number(column)}` : null
}

/**
 * Find the column that names wells: the first or the second of a list, with a well of its own in most rows, beside one
 * without. Samples often have names like wells (C1, C2), so in a block both columns would be.
 */
function findWellColumn(rows: readonly string[][], shape: Shape): number | null {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const wellsIn = (column: number) =>
    new Set(
      filled
        .flatMap((row) => readWellName(row[column] ?? '') ?? [])
        .filter((well) => isUsual(well, shape)),
    ).size
  const column = wellsIn(1) > wellsIn(0) ? 1 : 0
  const isList =
    Math.max(...filled.map((row) => row.length)) > 1 &&
    wellsIn(column) >= Math.max(1, (filled.length - 1) / 2) &&
    wellsIn(1 - column) < wellsIn(column)
  return isList ? column : null
}

/** Return true for a well of a plate up to 8 by 12, or of the larger plate that is pasted on. */
function isUsual(well: string, shape: Shape): boolean {
  return /^[A-H]([1-9]|1[0-2])$/.test(well) || (shape.columns > 12 && wellIndex(shape, well) >= 0)
}

function readBlock(rows: readonly string[][], { shape, origin }: PasteTarget): Pasted {
  const { cells, top, left } = withoutHeadings(rows, shape)
  const start = top === null ? placeOf(origin, shape) : { row: top, column: left }
  const read: Pasted = { kind: 'block', placements: [], blank: [], problems: [] }
  for (const [row, line] of cells.entries()) {
    for (const [column, text] of line.entries()) {
      const well = start && wellAt(start.row + row, start.column + column, shape)
      const at = { line: row + 1 + (rows.length - cells.length), text, well }
      if (text === '') {
        if (well) read.blank.push(well)
      } else if (!well) read.problems.push({ ...at, well: null, reason: 'offPlate' })
      else if (!v.is(Name, text)) read.problems.push({ ...at, reason: 'badName' })
      else read.placements.push({ name: text, wells: [well] })
    }
  }
  return read
}

/** Place names without wells in the open wells, one after the other; an empty line leaves its well as it is. */
function readNames(rows: readonly string[][], open: readonly string[]): Pasted {
  const read: Pasted = { kind: 'names', placements: [], blank: [], problems: [] }
  const [head] = rows
  // Skip the heading of a column, which is no sample.
  const first = columnOfHeader(head?.[0] ?? '')?.column === 'name' ? 1 : 0
  for (const [at, [text = '']] of rows.entries()) {
    if (at < first || text === '') continue
    const well = open[at - first] ?? null
    const line = { line: at + 1, text, well }
    if (well === null) read.problems.push({ ...line, reason: 'noWellLeft' })
    else if (!v.is(Name, text)) read.problems.push({ ...line, reason: 'badName' })
    else read.placements.push({ name: text, wells: [well] })
  }
  return read
}

/** Place a block by its column numbers and row letters if it has them. */
function withoutHeadings(
  rows: readonly string[][],
  shape: Shape,
): { cells: string[][]; top: number | null; left: number } {
  const [head = [], ...body] = rows
  const numbers = head.slice(1).filter((cell) => cell !== '')
  const first = Number(numbers[0])
  const counted = numbers.length > 0 && numbers.every((cell, at) => Number(cell) === first + at)
  const letters = body.map((row) => row[0] ?? '')
  const lettered = letters.every((cell) => /^[a-z]{1,2}$/i.test(cell))
  if (head[0] !== '' || !counted || !lettered || body.length === 0)
    return { cells: [...rows], top: null, left: 0 }
  const top = placeOf(`${letters[0]?.toUpperCase()}1`, shape)?.row ?? 0
  return { cells: body.map((row) => row.slice(1)), top, left: first - 1 }
}

function readList(rows: readonly string[][], column: number, target: PasteTarget): Pasted {
  const read: Pasted = { kind: 'list', placements: [], blank: [], problems: [] }
  const taken = new Set<string>()
  const order = orderByHeading(rows[0] ?? [], column)
  for (const [index, row] of rows.entries()) {
    const text = row.join(' ').trim()
    const well = readWellName(row[column] ?? '')
    // Skip a first row that may be the heading of the list.
    if (text === '' || (index === 0 && well === null && rows.length > 1)) continue
    const facts = order
      ? order.map((at) => (at === undefined ? '' : (row[at] ?? '')))
      : row.filter((_, at) => at !== column)
    const onPlate = well !== null && placeOf(well, target.shape) !== null
    const line = { line: index + 1, text, well: onPlate ? well : null }
    const found = well === null ? 'noWell' : readFacts(facts, target)
    if (!onPlate && well !== null) read.problems.push({ ...line, reason: 'offPlate' })
    else if (typeof found === 'string') read.problems.push({ ...line, reason: found })
    else if (well === null || taken.has(well)) read.problems.push({ ...line, reason: 'wellTwice' })
    else {
      taken.add(well)
      read.placements.push({ ...found, wells: [well] })
    }
  }
  return read
}

const factColumns = ['name', 'sample_type', 'quantity', 'well_type'] as const

/**
 * Return the columns of a row's facts, by the headings above them; null unless all of these are known: then the usual order is
 * assumed, and a fact in another place is reported.
 */
function orderByHeading(heading: readonly string[], well: number): (number | undefined)[] | null {
  if (readWellName(heading[well] ?? '') !== null) return null
  const places = new Map<string, number>()
  for (const [at, text] of heading.entries()) {
    if (at === well || text === '') continue
    const column = columnOfHeader(text)?.column
    if (!column || places.has(column) || !factColumns.some((one) => one === column)) return null
    places.set(column, at)
  }
  return places.has('name') ? factColumns.map((one) => places.get(one)) : null
}

/** Name, type, quantity and mix of a row, all but the name optional; or why it cannot be taken. */
function readFacts(
  [name = '', type = '', amount = '', mix = '']: readonly string[],
  { typeOf }: PasteTarget,
): Omit<Placement, 'wells'> | PasteReason {
  if (name === '') return 'noName'
  if (!v.is(Name, name)) return 'badName'
  const sample_type = type === '' ? undefined : typeOf(type)
  if (sample_type === null) return 'badType'
  if (maybeThousands.test(amount)) return 'badQuantity'
  const quantity = amount === '' ? undefined : readNumber(amount)
  if (quantity === null || (quantity !== undefined && quantity <= 0)) return 'badQuantity'
  if (quantity !== undefined && sample_type !== 'standard') return 'notStandard'
  if (mix.length > 60) return 'badName'
  return { name, sample_type, quantity, ...(mix === '' ? {} : { well_type: mix }) }
}
