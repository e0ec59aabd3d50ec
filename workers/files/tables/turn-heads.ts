import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import {
  besideHead,
  cycleHead,
  cycleLimits,
  dyeHead,
  isTotal,
  meltLimits,
  reckonedHead,
  temperatureHead,
  valueHead,
} from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { parseWell } from '../plate.ts'
import { writeRows } from '../split-table.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'

/** Facts of a curve that a row above its column can hold, by the headers that they get. */
type Role = 'Well' | 'Sample' | 'Type' | 'Target' | 'Dye'

interface FactRow {
  row: number
  role: Role
}

/** Rows of cycles or temperatures, and the first row behind them. */
interface Points {
  points: number[]
  /** Rows between them that have values and no cycle or temperature. */
  broken: number[]
  end: number
  isMelt: boolean
}

/** Rows of facts above the curves, and the rows of their cycles or temperatures. */
interface Heads extends Points {
  /** Column of the cycles or temperatures. */
  axis: number
  /** With null for a row of which nothing is known. */
  rows: { row: number; role: Role | null }[]
  /** The row of the wells among them. */
  wells: number
}

/** Rows that are searched for the first cycle, columns for the cycles, and rows of facts above them. */
const [mostRows, mostColumns, mostHeads] = [200, 3, 8]

/**
 * Turn a table with a column for each curve and several rows of facts above it (wells, samples, targets, dyes; merged cells
 * go on to the right) into one with a row for each curve, which has a column for each fact. Cells keep their places in the
 * file, and a title above stays. A row of which nothing is known is named in a notice and left out; the name of the cycles
 * that nothing names is added. What is below the curves becomes a sheet of its own. Every other sheet is returned as it is.
 */
export function turnHeads(sheet: Sheet, notices: NoticeList): Sheet[] {
  const heads = findHeads(sheet)
  if (!heads) return [sheet]
  const { wells } = heads
  const facts = heads.rows.flatMap(({ row, role }): FactRow[] =>
    role && (role !== 'Well' || row === wells) ? [{ row, role }] : [],
  )
  const others = heads.rows.filter(({ row }) => !facts.some((fact) => fact.row === row))
  for (const { row } of others) nameOther(sheet, row, heads, notices)
  if (facts.length > 1) {
    for (const row of heads.broken) notices.add('row_ignored', placeIn(sheet, row, heads.axis))
    const turned = turn(sheet, heads, facts, notices)
    const rows = sheet.rows.part(heads.end)
    const isAny = rows.some((row) => row.some((cell) => cell.trim() !== ''))
    const below = { ...sheet, rows, firstRow: sheet.firstRow + heads.end }
    return isAny ? [turned, ...turnHeads(below, notices)] : [turned]
  }
  const head = [...sheet.rows.row(wells)]
  if (!isAxis(head[heads.axis] ?? '')) head[heads.axis] = heads.isMelt ? 'Temperature' : 'Cycle'
  const below = others.flatMap(({ row }) => (row > wells ? [[row, [] as string[]] as const] : []))
  return [{ ...sheet, rows: sheet.rows.replace(new Map([...below, [wells, head]])) }]
}

function findHeads(sheet: Sheet): Heads | null {
  for (let axis = 0; axis < mostColumns; axis++) {
    const found = findPoints(sheet, axis)
    if (!found) continue
    const rows: Heads['rows'] = []
    const named: string[] = []
    for (let row = (found.points[0] ?? 0) - 1; row >= 0 && rows.length < mostHeads; row--) {
      const cells = sheet.rows.row(row)
      const filled = cells.filter((cell) => cell.trim() !== '')
      const label = (cells[axis] ?? '').trim()
      // The word for the cycles may have a row of its own.
      if (filled.length < 2 && !isAxis(label)) break
      named.push(label)
      if (filled.length > 1) rows.unshift({ row, role: roleOf(cells, axis) })
    }
    const isMelt = named.some(isTemperature) || (found.isMelt && !named.some(isCycle))
    const wells = chooseWells(sheet, axis, rows)
    // A column before the cycles or temperatures may count the rows.
    const isOther = rows.some(({ row }) => sheet.rows.row(row).slice(0, mostColumns).some(isAxis))
    if (isOther && !named.some(isAxis)) continue
    if (wells !== null) return { ...found, axis, isMelt, rows, wells }
  }
  return null
}

const isCycle = (cell: string) => cycleHead.test(keyOf(cell))
const isTemperature = (cell: string) => temperatureHead.test(keyOf(cell))
const isAxis = (cell: string) => isCycle(cell) || isTemperature(cell)

/** Find the rows whose cells in a column are cycles that count up, or temperatures of a melt. */
function findPoints(sheet: Sheet, axis: number): Points | null {
  const end = Math.min(sheet.rows.length, mostRows)
  for (let from = 0; from < end; from++) {
    const first = pointAt(sheet, from, axis)
    const isMelt = first > meltLimits.coldest && first < meltLimits.hottest
    if (!isMelt && !(first <= cycleLimits.lastFirst)) continue
    const found = followPoints(sheet, axis, from, isMelt)
    if (found) return { ...found, isMelt }
  }
  return null
}

/** Follow the points from a row on; null for fewer than may be by chance. */
function followPoints(sheet: Sheet, axis: number, from: number, isMelt: boolean) {
  const { fewestNamed: fewest } = isMelt ? meltLimits : cycleLimits
  const points = [from]
  const broken: number[] = []
  let [last, way] = [pointAt(sheet, from, axis), 0]
  let end = from + 1
  for (let row = end; row < sheet.rows.length; row++) {
    const cell = sheet.rows.cell(row, axis).trim()
    // Empty rows may be within the points, and do not end them.
    if (cell === '' && sheet.rows.row(row).every((one) => one.trim() === '')) continue
    const step = pointAt(sheet, row, axis) - last
    const isNext = isMelt
      ? step !== 0 && Math.abs(step) < meltLimits.widestStep && Math.sign(step) !== -way
      : Number.isInteger(step) && step > 0 && step <= 1 + cycleLimits.mostMissing
    if (isNext) {
      points.push(row)
      ;[last, way] = [last + step, Math.sign(step)]
    } else if (points.length < fewest) return null
    else if (!isTotal(cell)) {
      if (!holdsValues(sheet.rows.row(row), axis)) break
      broken.push(row)
    }
    end = row + 1
  }
  return points.length < fewest ? null : { points, broken, end }
}

function pointAt({ rows }: Sheet, row: number, column: number): number {
  const cell = rows.cell(row, column).trim()
  return /^\d{1,4}(?:[.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN
}

/** Return true for a row of measured values, whatever its cycle is. */
function holdsValues(cells: readonly string[], axis: number): boolean {
  const own = cells.slice(axis + 1).filter((cell) => cell.trim() !== '')
  return own.length > 0 && own.every((cell) => /^\s*[+-]?\d[\d.,]*(e[+-]?\d+)?\s*$/i.test(cell))
}

/** Tell by its first cell, or else by the others, which fact a row has of the curves: samples may be called like wells. */
function roleOf(cells: readonly string[], axis: number): Role | null {
  const own = cells
    .slice(axis + 1)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const label = cells[axis] ?? ''
  const column = columnOfHeader(label)?.column
  if (own.length === 0) return null
  if (isTargetHeader(label)) return 'Target'
  if (column === 'name') return 'Sample'
  if (column === 'sample_type') return 'Type'
  if (dyeHead.test(keyOf(label))) return 'Dye'
  const wells = own.filter((cell) => !isBeside(cell))
  if (wells.length > 0 && wells.every(isWell)) return 'Well'
  return own.every((cell) => channelOfDye(cell) !== null) ? 'Dye' : null
}

/** Return true above a column that is no curve: times, temperatures, means. */
function isBeside(cell: string): boolean {
  const key = keyOf(cell)
  return besideHead.test(key) || temperatureHead.test(key) || isTotal(cell)
}

function isWell(cell: string): boolean {
  const position = parseWell(cell)
  return position !== null && position.row < 16 && position.column < 24
}

/** Choose the row of wells: of several the one with a word for wells, or for the cycles below it; null where nothing says which. */
function chooseWells({ rows }: Sheet, axis: number, heads: Heads['rows']): number | null {
  const all = heads.flatMap(({ row, role }) => (role === 'Well' ? [row] : []))
  const labelled = (passes: (label: string) => boolean) => {
    const found = all.filter((row) => passes(rows.cell(row, axis).trim()))
    return found.length === 1 ? found : null
  }
  const isWord = (label: string) => columnOfHeader(label)?.column === 'well'
  const [row, other] = labelled(isWord) ?? labelled(isAxis) ?? all
  return row === undefined || other !== undefined ? null : row
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

/** Return the cells of each row of facts for the given columns, with those that merged cells give to the columns at their right. */
function spreadFacts(
  sheet: Sheet,
  facts: readonly FactRow[],
  columns: readonly number[],
  notices: NoticeList,
): string[][] {
  const cellsOf = (row: number) => columns.map((column) => sheet.rows.cell(row, column).trim())
  const wellRow = facts.find(({ role }) => role === 'Well')?.row ?? 0
  const named = cellsOf(wellRow)
  const firsts = named.map((cell, i) =>
    cell === '' ? named.findLastIndex((one, at) => at < i && one !== '') : i,
  )
  const wells = firsts.map((first) => named[first] ?? '')
  return facts.map(({ row, role }) => {
    const own = cellsOf(row)
    if (role === 'Well') return wells
    // A well has one sample and one type, but several targets and dyes.
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
  const wells = facts.find(({ role }) => role === 'Well')?.row ?? -1
  const rowOf = [...facts.map(({ row }) => row), ...points]
  const cell = (row: number, column: number) => sheet.rows.cell(row, column).trim()
  const width = rowOf.reduce((most, row) => Math.max(most, sheet.rows.row(row).length), 0)
  const columns = Array.from({ length: width - axis - 1 }, (_, i) => axis + 1 + i).filter(
    (column) => {
      const element = cell(wells, column)
      const isCurve = element === '' || !isBeside(element)
      if (!isCurve) {
        const place = { ...placeIn(sheet, wells, column), path: element }
        notices.add('element_ignored', place, { element, count: points.length })
      }
      // An empty column parts the curves of two wells.
      return isCurve && rowOf.some((row) => cell(row, column) !== '')
    },
  )
  const spread = spreadFacts(sheet, facts, columns, notices)
  const head = [
    ...facts.map(({ role }) => role),
    ...points.map((row) => (isMelt ? `${cell(row, axis)} °C` : `Cycle ${cell(row, axis)}`)),
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
