import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import {
  curveKind,
  dyeHead,
  isTotal,
  reckonedHead,
  valueHead,
} from '../curve-tables/table-kinds.ts'
import type { CellRows } from '../cell-rows.ts'
import type { NoticeList } from '../notices.ts'
import { parseWell, parseWellCell, type WellPosition, withoutWellWord } from '../plate.ts'
import { writeRows } from '../split-table.ts'
import {
  findPoints,
  firstColumn,
  holdsValues,
  isAxis,
  isBeside,
  isCycle,
  isTemperature,
  pointAt,
  type Points,
} from './axis.ts'
import { restOf, upTo } from './copy-rows.ts'
import { isTimeHead } from './read-time.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'
import { cutAbove } from './split-blocks.ts'

/** Facts of a curve that a row above its column can hold, by the headers that they get. */
type Role = 'Well' | 'Curve' | 'Sample' | 'Type' | 'Target' | 'Dye'

interface FactRow {
  row: number
  role: Role
}

/** A row above the curves; the rows and the columns of the plate are joined to wells. Null for one of which nothing is known. */
interface HeadRow {
  row: number
  role: Role | 'PlateRow' | 'PlateColumn' | null
}

/** Rows of facts above the curves, and the rows of their cycles or temperatures. */
interface Heads extends Points {
  sheet: Sheet
  /** Two rows with the rows and the columns of the plate became one with the wells. */
  areJoined: boolean
  /** Column of the cycles or temperatures. */
  axis: number
  /** With null for a row of which nothing is known. */
  rows: { row: number; role: Role | null }[]
  /** The row of the wells among them. */
  wells: number
}

/** Columns that are searched for the cycles, rows of facts above them, and tables below each other that nothing names. */
const [mostColumns, mostHeads, mostBelow] = [3, 8, 32]

/**
 * Turn a table with a column for each curve and several rows of facts above it (wells, samples, targets, dyes; merged cells
 * go on to the right) into one with a row for each curve, which has a column for each fact. Cells keep their places in the
 * file, and a title above stays. A row of which nothing is known is named in a notice and left out; the name of the cycles
 * that nothing names is added. What is below the curves becomes a sheet of its own. Every other sheet is returned as it is.
 */
export function turnHeads(whole: Sheet, notices: NoticeList): Sheet[] {
  const turned: Sheet[] = []
  let rest: Sheet | null = whole
  while (rest) {
    const heads = findHeads(rest)
    const facts = heads ? nameFacts(heads, notices) : []
    const isLast = turned.length >= mostBelow || (heads && !isFollowed(heads))
    const isWhole = heads && facts.length < 2 && !heads.areJoined && isLast
    if (!heads || isWhole) return [...turned, heads ? nameAxis(heads) : rest]
    if (facts.length < 2) turned.push(nameAxis({ ...heads, sheet: upTo(heads.sheet, heads.end) }))
    else {
      for (const row of heads.broken) {
        notices.add('row_ignored', placeIn(heads.sheet, row, heads.axis))
      }
      const above = cutAbove(heads.sheet, heads.rows[0]?.row ?? 0)
      turned.push(...(above ? [above] : []), turn(heads.sheet, heads, facts, notices))
    }
    rest = restOf(heads.sheet, heads.end)
  }
  return turned
}

/** Return true where curves follow below whose cycles or temperatures nothing names: no other reader would find them. */
function isFollowed({ sheet, end }: Heads): boolean {
  const rest = restOf(sheet, end)
  const next = rest && findHeads(rest)
  return next !== null && !isAxis(next.sheet.rows.cell(next.wells, next.axis))
}

/** Return the rows of facts, with the one of the wells; all others are named. */
function nameFacts(heads: Heads, notices: NoticeList): FactRow[] {
  const all = heads.rows.flatMap(({ row, role }): FactRow[] =>
    role && (role !== 'Well' || row === heads.wells) ? [{ row, role }] : [],
  )
  // Put the first column first, which has the names of the curves where no header says so.
  const facts = all.toSorted((a, b) => Number(b.role === 'Curve') - Number(a.role === 'Curve'))
  for (const { row } of heads.rows) {
    if (!facts.some((fact) => fact.row === row)) nameOther(heads.sheet, row, heads, notices)
  }
  return facts
}

/** Return a sheet with a name for its cycles or temperatures above them, and without the rows between the wells and them. */
function nameAxis({ sheet, axis, isMelt, points, broken, wells }: Heads): Sheet {
  const head = [...sheet.rows.row(wells)]
  const label = (head[axis] ?? '').trim()
  // Keep a dye in the place of the word for cycles: it is that of the curves.
  const name = channelOfDye(label) === null ? sheet.name : label
  if (!isAxis(label)) head[axis] = isMelt ? 'Temperature' : 'Cycle'
  // Leave cycles in no order as they are.
  const below = Array.from(
    { length: (points[0] ?? 0) - wells - 1 },
    (_, i) => wells + 1 + i,
  ).filter((row) => !broken.includes(row))
  const blank = below.map((row): [number, string[]] => [row, []])
  return { ...sheet, name, rows: sheet.rows.replace(new Map([...blank, [wells, head]])) }
}

/** Return the last filled row above the points. */
function lastFilled({ rows }: Sheet, { points }: Points): number {
  let row = (points[0] ?? 0) - 1
  while (row >= 0 && rows.row(row).every((cell) => cell.trim() === '')) row--
  return row
}

function findHeads(sheet: Sheet): Heads | null {
  const first = firstColumn(sheet.rows)
  for (let axis = first; axis < first + mostColumns; axis++) {
    const found = findPoints(sheet.rows, axis)
    if (!found) continue
    const rows: HeadRow[] = []
    const [named, early]: [string[], number[]] = [[], []]
    for (let row = lastFilled(sheet, found); row >= 0 && rows.length < mostHeads; row--) {
      const cells = sheet.rows.row(row)
      const filled = cells.filter((cell) => cell.trim() !== '')
      const label = (cells[axis] ?? '').trim()
      const isDye = dyeHead.test(keyOf(label))
      // Pass over a row that holds only the word for the cycles, or for dyes that nobody filled in.
      if (filled.length < 2 && !isAxis(label) && !isDye) break
      if (/\d/.test(label) && holdsValues(cells, axis)) {
        early.push(row)
        continue
      }
      named.push(label)
      if (filled.length > 1 || isDye) rows.unshift({ row, role: roleOf(cells, axis) })
    }
    // Leave times, which may count up as cycles or temperatures do.
    if (named.some(isTimeHead)) continue
    const isMelt = named.some(isTemperature) || (found.isMelt && !named.some(isCycle))
    const joined = joinPlace(sheet, axis, rows)
    const wells = chooseWells(joined.sheet, axis, joined.rows)
    // Look for a column before the cycles or temperatures, which may count the rows.
    const isOther = rows.some(({ row }) =>
      sheet.rows
        .row(row)
        .slice(first, first + mostColumns)
        .some(isAxis),
    )
    if (isOther && !named.some(isAxis)) continue
    if (wells === null) continue
    const heads = joined.rows.map((one) =>
      one.row === wells && one.role === null ? { ...one, role: 'Curve' as const } : one,
    )
    return {
      ...found,
      ...joined,
      broken: [...early, ...found.broken],
      rows: heads,
      axis,
      isMelt,
      wells,
    }
  }
  return null
}

/**
 * Join a row with the letters of the plate's rows and one with the numbers of its columns to one with wells. Without words
 * before them they are wells only where letters and numbers come again in other pairs: numbers of tubes do not.
 */
function joinPlace(sheet: Sheet, axis: number, heads: readonly HeadRow[]) {
  const plain = heads.map(({ row, role }) => {
    return { row, role: role === 'PlateRow' || role === 'PlateColumn' ? null : role }
  })
  const find = (role: HeadRow['role']) => heads.filter((one) => one.role === role)
  const [letters, otherLetters] = find('PlateRow')
  const [numbers, otherNumbers] = find('PlateColumn')
  if (!letters || !numbers || otherLetters || otherNumbers)
    return { sheet, rows: plain, areJoined: false }
  const label = (row: number) => columnOfHeader(sheet.rows.cell(row, axis))?.column
  const isTold = label(letters.row) === 'wellRow' && label(numbers.row) === 'wellColumn'
  let letter = ''
  const wells = sheet.rows.row(numbers.row).map((cell, column) => {
    const number = cell.trim()
    if (column <= axis || !/^\d+$/.test(number)) return cell
    letter = sheet.rows.cell(letters.row, column).trim() || letter
    return letter + number
  })
  const names = new Set(wells.slice(axis + 1).filter(isWell))
  const count = (of: RegExp) => new Set([...names].map((name) => name.replaceAll(of, ''))).size
  const [rows, columns] = [count(/\d/g), count(/\D/g)]
  const arePlaces = names.size > rows && names.size > columns
  if (!isTold && !arePlaces) return { sheet, rows: plain, areJoined: false }
  wells[axis] = [letters, numbers].map(({ row }) => sheet.rows.cell(row, axis)).find(isAxis) ?? ''
  const replaced = new Map<number, string[]>([
    [letters.row, []],
    [numbers.row, wells],
  ])
  return {
    areJoined: true,
    sheet: { ...sheet, rows: sheet.rows.replace(replaced) },
    rows: plain.flatMap(({ row, role }) =>
      row === letters.row ? [] : [{ row, role: row === numbers.row ? ('Well' as const) : role }],
    ),
  }
}

/** Words before the letters and the numbers of a plate. */
const plateWords: readonly ListColumn[] = ['well', 'wellRow', 'wellColumn']

/** Tell by its first cell, or else by the others, which fact a row has of the curves: samples may be called like wells. */
function roleOf(cells: readonly string[], axis: number): HeadRow['role'] {
  const own = cells
    .slice(axis + 1)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const label = cells[axis] ?? ''
  const column = columnOfHeader(label)?.column
  if (own.length === 0) return dyeHead.test(keyOf(label)) ? 'Dye' : null
  if (isTargetHeader(label)) return 'Target'
  if (column === 'name') return 'Sample'
  if (column === 'sample_type') return 'Type'
  if (dyeHead.test(keyOf(label))) return 'Dye'
  const wells = own.filter((cell) => !isNoCurve(cell))
  // Allow signs and numbers in the names of wells behind a word for wells.
  const isNamed = column === 'well' ? isWellCell : isWell
  if (wells.length > 0 && wells.every(isNamed)) return 'Well'
  // Ask what is before them: another word says that they are no letters or numbers of a plate.
  const isPlate = label.trim() === '' || isAxis(label) || plateWords.includes(column ?? 'name')
  if (isPlate && own.every((cell) => /^[A-Pa-p]$/.test(cell))) return 'PlateRow'
  if (isPlate && wells.length > 0 && wells.every((cell) => /^0?[1-9]$|^1\d$|^2[0-4]$/.test(cell)))
    return 'PlateColumn'
  return own.every((cell) => channelOfDye(cell) !== null) ? 'Dye' : null
}

/** Return true above a column that is no curve: times, temperatures, means. */
const isNoCurve = (cell: string) => isBeside(cell) || isTotal(cell)

const isOnPlate = (position: WellPosition | null) =>
  position !== null && position.row < 16 && position.column < 24
const isWell = (cell: string) => isOnPlate(parseWell(cell))
const isWellCell = (cell: string) =>
  isOnPlate(parseWellCell(cell)) || /^[1-9]\d*$/.test(withoutWellWord(cell))

/** Choose the row of wells: of several the one with a word for wells, or for the cycles below it; null where nothing says which. */
function chooseWells({ rows }: Sheet, axis: number, heads: Heads['rows']): number | null {
  const all = heads.flatMap(({ row, role }) => (role === 'Well' ? [row] : []))
  const labelled = (passes: (label: string) => boolean) => {
    const found = all.filter((row) => passes(rows.cell(row, axis).trim()))
    return found.length === 1 ? found : null
  }
  const isWord = (label: string) => columnOfHeader(label)?.column === 'well'
  if (all.length === 0) return chooseNames(rows, axis, heads)
  const [row, other] = labelled(isWord) ?? labelled(isAxis) ?? all
  return row === undefined || other !== undefined ? null : row
}

/**
 * Choose the row with the names of the curves where they are no wells alone (numbers of tubes, samples, `A1: Liver`): the one with the word for
 * the cycles. Null where no other row has a cell for every second curve at least, as lines above a table have not.
 */
function chooseNames(rows: CellRows, axis: number, heads: Heads['rows']): number | null {
  const count = (row: number) =>
    rows.row(row).filter((cell, column) => column > axis && cell.trim() !== '').length
  const [named, other] = heads.filter(
    ({ row, role }) => role === null && isAxis(rows.cell(row, axis)),
  )
  if (!named || other) return null
  // Leave a table with a row for each reading: its cycles are beside its wells.
  if (curveKind(rows.row(named.row).map(keyOf))?.kind === 'readings') return null
  const isFact = ({ row }: HeadRow) => row !== named.row && 2 * count(row) >= count(named.row)
  return heads.some(isFact) ? named.row : null
}

/** Name a row of which nothing is known. Without a word before it, it may have the names of samples or targets. */
function nameOther(sheet: Sheet, row: number, { axis }: Heads, notices: NoticeList): void {
  const cells = sheet.rows.row(row).map((cell) => cell.trim())
  const label = cells[axis] ?? ''
  const own = cells.slice(axis + 1).filter((cell) => cell !== '')
  const place = placeIn(sheet, row)
  const isUnit = (key: string) => valueHead.test(key) || reckonedHead.test(key) || key === 'au'
  if (own.every((cell) => isUnit(keyOf(cell)))) notices.add('line_ignored', place)
  else if (label !== '' && !isAxis(label)) {
    notices.add('element_ignored', { ...place, path: label }, { element: label, count: own.length })
  } else notices.add('row_ignored', place, { found: own.join(', ').slice(0, 40) })
}

const namesCurve = (role: Role) => role === 'Well' || role === 'Curve'

/** Return the cells of each row of facts for the given columns, with those that merged cells give to the columns at their right. */
function spreadFacts(
  sheet: Sheet,
  facts: readonly FactRow[],
  columns: readonly number[],
  notices: NoticeList,
): string[][] {
  const cellsOf = (row: number) => columns.map((column) => sheet.rows.cell(row, column).trim())
  const wellRow = facts.find(({ role }) => namesCurve(role))?.row ?? 0
  const named = cellsOf(wellRow)
  const firsts = named.map((cell, i) =>
    cell === '' ? named.findLastIndex((one, at) => at < i && one !== '') : i,
  )
  const wells = firsts.map((first) => named[first] ?? '')
  return facts.map(({ row, role }) => {
    const own = cellsOf(row)
    if (namesCurve(role)) return wells
    // Allow one sample and one type for a well, but several targets and dyes.
    if (role === 'Sample' || role === 'Type')
      return own.map((cell, i) => cell || (own[firsts[i] ?? -1] ?? ''))
    const width = mergedWidth(own, wells, role)
    if (width < 2) return own
    notices.add('title_continued', placeIn(sheet, row), { count: width })
    return own.map((_, i) => own[i - (i % width)] ?? '')
  })
}

/**
 * Return how many columns each title of a row is above, where titles are merged over blocks of one width that no well has
 * two columns of; 1 for titles that are not merged: there an empty cell is one that nobody filled.
 */
function mergedWidth(titles: readonly string[], wells: readonly string[], role: Role): number {
  const starts = titles.flatMap((title, i) => (title === '' ? [] : [i]))
  const width = titles.length / starts.length
  const areBlocks = starts.every((start, i) => start === i * width)
  const isTold = starts.length > 1 || (role === 'Dye' && starts.length === 1)
  if (!Number.isInteger(width) || !areBlocks || !isTold) return 1
  const curves = new Set(wells.map((well, i) => `${well} ${titles[i - (i % width)]}`))
  return curves.size === titles.length ? width : 1
}

function turn(
  sheet: Sheet,
  { axis, isMelt, points, rows: heads }: Heads,
  facts: readonly FactRow[],
  notices: NoticeList,
): Sheet {
  const wells = facts.find(({ role }) => namesCurve(role))?.row ?? -1
  const rowOf = [...facts.map(({ row }) => row), ...points]
  const cell = (row: number, column: number) => sheet.rows.cell(row, column).trim()
  const width = rowOf.reduce((most, row) => Math.max(most, sheet.rows.row(row).length), 0)
  const columns = Array.from({ length: width - axis - 1 }, (_, i) => axis + 1 + i).filter(
    (column) => {
      const element = cell(wells, column)
      const isCurve = element === '' || !isNoCurve(element)
      if (!isCurve) {
        const place = { ...placeIn(sheet, wells, column), path: element }
        notices.add('element_ignored', place, { element, count: points.length })
      }
      // End at an empty column, which separates the curves of two wells.
      return isCurve && rowOf.some((row) => cell(row, column) !== '')
    },
  )
  const spread = spreadFacts(sheet, facts, columns, notices)
  const head = [
    ...facts.map(({ role }) => role),
    ...points.map((row) => {
      const at = pointAt(sheet.rows, row, axis)
      return isMelt ? `${at} °C` : `Cycle ${at}`
    }),
  ]
  const titleRow = (heads[0]?.row ?? 0) - 1
  const title = sheet.rows.row(titleRow).filter((one) => one.trim() !== '')
  const turned = function* () {
    yield title
    yield head
    for (const [i, column] of columns.entries()) {
      yield [...spread.map((cells) => cells[i] ?? ''), ...points.map((row) => cell(row, column))]
    }
  }
  const columnOf = [axis, ...columns]
  const origin = (row: number, column: number) =>
    row === 0
      ? { row: titleRow, column: 0 }
      : { row: rowOf[column] ?? 0, column: columnOf[row - 1] ?? 0 }
  const isQuoted = (at: number, to: number) => {
    const { row, column } = origin(at, to)
    return sheet.rows.isQuoted(row, column)
  }
  const rows = writeRows(turned(), sheet.memory, isQuoted)
  return { ...sheet, rows, openEnded: false, origin }
}
