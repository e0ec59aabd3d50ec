import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { cycleHead, isTotal, temperatureHead } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { parseWell } from '../plate.ts'
import { writeRows } from '../split-table.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'

/** Facts of a curve that a row above its column can hold, by the headers that they get. */
type Role = 'Well' | 'Sample' | 'Type' | 'Target' | 'Dye'

/** Rows of facts above the curves, and the rows of their cycles or temperatures. */
interface Heads {
  /** Column of the cycles or temperatures. */
  axis: number
  isMelt: boolean
  /** Rows of facts; null for one of which nothing is known. */
  roles: { row: number; role: Role | null }[]
  from: number
  end: number
}

/** Rows that are searched for the first cycle, columns for the cycles, and rows of facts above them. */
const [mostRows, mostColumns, mostHeads] = [200, 3, 8]
/** Rows that count up by one, or whose temperatures rise: fewer may be anything. */
const fewestPoints = 10

/**
 * Turn a table with a column for each curve and several rows of facts above it (wells, samples, targets, dyes; merged cells
 * go on to the right) into one with a row for each curve, which has a column for each fact. Cells keep their places in the
 * file. A row below the wells that says nothing of a curve, such as one of units, is named in a notice and left out; the
 * name of the cycles that nothing names is added. Every other sheet is returned as it is.
 */
export function turnHeads(sheet: Sheet, notices: NoticeList): Sheet {
  const heads = findHeads(sheet)
  const [wells, others] = heads?.roles.filter(({ role }) => role === 'Well') ?? []
  // Of two rows with names of wells one has samples, and nothing says which.
  if (!heads || !wells || others) return sheet
  const known = heads.roles.filter(({ role }) => role !== null)
  const unknown = heads.roles.filter(({ role, row }) => role === null && row > wells.row)
  for (const { row } of unknown) notices.add('line_ignored', placeIn(sheet, row))
  if (known.length > 1 && isLast(sheet, heads)) return turn(sheet, heads, wells.row)
  const head = [...sheet.rows.row(wells.row)]
  if (!isAxis(head[heads.axis] ?? '')) head[heads.axis] = heads.isMelt ? 'Temperature' : 'Cycle'
  const changed = new Map<number, readonly string[]>(unknown.map(({ row }) => [row, []]))
  return { ...sheet, rows: sheet.rows.replace(changed.set(wells.row, head)) }
}

function findHeads(sheet: Sheet): Heads | null {
  for (let axis = 0; axis < mostColumns; axis++) {
    const found = findPoints(sheet, axis)
    if (!found) continue
    const roles: Heads['roles'] = []
    for (let row = found.from - 1; row >= 0 && roles.length < mostHeads; row--) {
      const cells = sheet.rows.row(row)
      if (cells.filter((cell) => cell.trim() !== '').length < 2) break
      roles.unshift({ row, role: roleOf(cells, axis) })
    }
    const named = roles.map(({ row }) => sheet.rows.cell(row, axis).trim())
    const isMelt = named.some(isTemperature) || (found.isMelt && !named.some(isCycle))
    return { ...found, axis, isMelt, roles }
  }
  return null
}

const isCycle = (cell: string) => cycleHead.test(keyOf(cell))
const isTemperature = (cell: string) => temperatureHead.test(keyOf(cell))
const isAxis = (cell: string) => isCycle(cell) || isTemperature(cell)

/** Find the rows whose cells in a column are cycles from 0 or 1, or temperatures of a melt. */
function findPoints(sheet: Sheet, axis: number) {
  const end = Math.min(sheet.rows.length, mostRows)
  for (let from = 0; from < end; from++) {
    const first = pointAt(sheet, from, axis)
    const isMelt = first > 20 && first < 110
    if (first !== 0 && first !== 1 && !isMelt) continue
    let row = from + 1
    let last = first
    for (; row < sheet.rows.length; row++) {
      const point = pointAt(sheet, row, axis)
      if (isMelt ? !(point > last && point < last + 5) : point !== last + 1) break
      last = point
    }
    if (row - from >= fewestPoints) return { from, end: row, isMelt }
  }
  return null
}

function pointAt({ rows }: Sheet, row: number, column: number): number {
  const cell = rows.cell(row, column).trim()
  return /^\d{1,3}(?:[.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN
}

/** Tell by its first cell, or else by the others, which fact a row has of the curves: samples may be called like wells. */
function roleOf(cells: readonly string[], axis: number): Role | null {
  const own = cells.slice(axis + 1).flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()]))
  const label = cells[axis] ?? ''
  const column = columnOfHeader(label)?.column
  if (own.length === 0) return null
  if (isTargetHeader(label)) return 'Target'
  if (column === 'name') return 'Sample'
  if (column === 'sample_type') return 'Type'
  if (own.every(isWell)) return 'Well'
  return own.every((cell) => channelOfDye(cell) !== null) ? 'Dye' : null
}

function isWell(cell: string): boolean {
  const position = parseWell(cell)
  return position !== null && position.row < 16 && position.column < 24
}

/** Return true if nothing but means and totals is below the curves: another table there keeps its own header. */
function isLast({ rows }: Sheet, { end, axis }: Heads): boolean {
  const isOther = (row: readonly string[]) =>
    row.some((cell) => cell.trim() !== '') && !isTotal(row[axis] ?? '')
  return !rows.part(end).some(isOther)
}

function turn(sheet: Sheet, heads: Heads, wellRow: number): Sheet {
  const { axis, isMelt, from, end } = heads
  const facts = heads.roles.flatMap(({ row, role }) => (role ? [{ row, role }] : []))
  const points = Array.from({ length: end - from }, (_, i) => from + i)
  const rowOf = [...facts.map(({ row }) => row), ...points]
  const cell = (row: number, column: number) => sheet.rows.cell(row, column).trim()
  const width = rowOf.reduce((most, row) => Math.max(most, sheet.rows.row(row).length), 0)
  const columns = Array.from({ length: width - axis - 1 }, (_, i) => axis + 1 + i)
  const head = [
    ...facts.map(({ role }) => role),
    ...points.map((row) => (isMelt ? `${cell(row, axis)} °C` : `Cycle ${cell(row, axis)}`)),
  ]
  const turned = function* () {
    yield head
    let before: string[] = []
    for (const column of columns) {
      const isMerged = before.length > 0 && cell(wellRow, column) === ''
      before = facts.map(({ row, role }, i) => {
        const own = cell(row, column)
        const goesOn = isMerged || role === 'Dye'
        return own === '' && goesOn ? (before[i] ?? '') : own
      })
      yield [...before, ...points.map((row) => cell(row, column))]
    }
  }
  const columnOf = [axis, ...columns]
  const origin = (row: number, column: number) => ({
    row: rowOf[column] ?? 0,
    column: columnOf[row] ?? 0,
  })
  const isQuoted = (at: number, to: number) => {
    const { row, column } = origin(at, to)
    return sheet.rows.isQuoted(row, column)
  }
  const rows = writeRows(turned(), sheet.memory, isQuoted)
  return { ...sheet, rows, openEnded: false, origin }
}
