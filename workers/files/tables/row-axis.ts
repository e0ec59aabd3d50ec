import { columnOfHeader } from '../../../domain/rules/list-words.ts'
import { readPlace } from '../curve-tables/curve-labels.ts'
import {
  cycleLimits,
  cycleOf,
  meltLimits,
  temperatureOf,
  wellHead,
} from '../curve-tables/table-kinds.ts'
import type { CellRows } from '../cell-rows.ts'
import type { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { isBeside, isCycle, isTemperature } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { isTimeHead, timeOf, unitOf } from './read-time.ts'
import { isNumber, keyOf, placeIn, type Sheet, type Timing } from './sheet.ts'
import { fewestTimes, findTiming, joinTimings, readingAt } from './timing.ts'

/** A row with the cycles, temperatures or times of the curves in the rows below it. */
interface RowAxis {
  row: number
  /** Column of its word, which is before its values. */
  label: number
  isMelt: boolean
  /** Cycle or temperature of each column; minutes where these are times. */
  at: ReadonlyMap<number, number>
  /** The word is one for times, which are those of a clock. */
  times: { areClock: boolean } | null
  /** Row with the names of the other columns, where that is another one. */
  names: number
  /** Rows of times or temperatures that are beside the axis. */
  beside: number[]
  /** Header of the names of the curves, in the column of the word. */
  header: 'Well' | 'Curve'
  /** First row behind the curves. */
  end: number
}

/** Columns that may hold the word of an axis, rows above it that may name the columns, and rows of times or temperatures below it. */
const [labelColumns, mostHeads, mostBeside] = [[0, 1, 2, 3], 2, 8]
const mayBeWord = /^\s*(?:\p{L}{2}|\p{Lo}|[nN][o°º])/u

/** Find the rows of times below which each row is a curve: `Time [s], 0, 60, 120`. Cycles above them count instead. */
export function findRowTimes(sheet: Sheet): RowAxis[] {
  const { rows } = sheet
  return findAxes(sheet, isTimeHead).filter(({ row, label }) =>
    Array.from({ length: mostHeads }, (_, i) => rows.row(row - 1 - i)).every(
      (cells) => !isCycle(cells[label] ?? '') || valuesOf(cells, label) === null,
    ),
  )
}

/** Find the rows of cycles or temperatures below which each row is a curve: `Cycle, 1, 2, 3` above `A1, …`. */
export function findRowAxes(sheet: Sheet): RowAxis[] {
  return findAxes(sheet, (cell) => isCycle(cell) || isTemperature(cell))
}

function findAxes(sheet: Sheet, isWord: (cell: string) => boolean): RowAxis[] {
  const found: RowAxis[] = []
  const { rows } = sheet
  for (let row = 0; row < rows.length; row++) {
    // Ask only for words: most rows begin with a number or a well.
    const label = labelColumns.find((column) => {
      const cell = rows.cell(row, column)
      return mayBeWord.test(cell) && isWord(cell)
    })
    const axis = label === undefined ? null : openAxis(sheet, row, label)
    if (!axis) continue
    found.push(axis)
    row = axis.end - 1
  }
  return found
}

/** Open the axis of a row; null where its values do not follow each other, or no row below is a curve. */
function openAxis(sheet: Sheet, row: number, label: number): RowAxis | null {
  const { rows } = sheet
  const cells = rows.row(row)
  const word = cells[label] ?? ''
  const values = valuesOf(cells, label)
  if (!values) return null
  const beside: number[] = []
  let end = row + 1
  let [curves, wells] = [0, 0]
  for (; end < rows.length; end++) {
    const below = rows.row(end)
    if (beside.length < mostBeside && isBeside(below[label] ?? '')) beside.push(end)
    else if (!holdsCurve(below, label, values)) break
    else {
      curves++
      if (readPlace(below[label] ?? '').position) wells++
    }
  }
  if (curves === 0) return null
  const isTimed = isTimeHead(word)
  const times = isTimed
    ? { areClock: cells.some((cell, at) => at > label && cell.includes(':')) }
    : null
  const names = findNames(rows, row, label)
  const header = 2 * wells > curves ? 'Well' : 'Curve'
  return { row, label, isMelt: isTemperature(word), at: values, times, names, beside, header, end }
}

/** Return the values behind the word of an axis, all of which rise, or fall as those of a melt; null for any other row. */
function valuesOf(cells: readonly string[], label: number): Map<number, number> | null {
  const word = cells[label] ?? ''
  const unit = unitOf(word)
  const read = (cell: string) => {
    if (unit) return timeOf(cell.trim(), unit)
    return isCycle(word) ? cycleOf(keyOf(cell)) : temperatureOf(keyOf(cell))
  }
  const found = cells.flatMap((cell, column) =>
    column > label && cell.trim() !== '' ? [[column, read(cell)] as const] : [],
  )
  const at = found.map(([, value]) => value ?? Number.NaN)
  const steps = at.slice(1).map((value, i) => value - (at[i] ?? 0))
  const [first = Number.NaN] = at
  const isAxis = unit
    ? found.every(([, value]) => value !== null) && !steps.some((step) => step <= 0)
    : isCycle(word)
      ? first <= cycleLimits.lastFirst &&
        steps.every((step) => step >= 1 && step <= 1 + cycleLimits.mostMissing)
      : first > meltLimits.coldest &&
        steps.every(
          (step) => step * Math.sign(steps[0] ?? 0) > 0 && Math.abs(step) < meltLimits.widestStep,
        )
  return isAxis && found.length >= fewestTimes
    ? new Map(found.map(([column, value]) => [column, value ?? Number.NaN]))
    : null
}

/** Return true for a row with a name, in the column of the word or before it, and with values below most of those of the axis. */
function holdsCurve(
  cells: readonly string[],
  label: number,
  at: ReadonlyMap<number, number>,
): boolean {
  const isNamed = cells.slice(0, label + 1).some((cell) => /\p{L}/u.test(cell))
  const count = [...at.keys()].filter((column) => isNumber(cells[column])).length
  return isNamed && 2 * count > at.size
}

/** Return the row of an axis, or the one above that names the columns before it: `Well, Content, Raw Data`. */
function findNames(rows: CellRows, row: number, label: number): number {
  for (let above = row - 1; above >= Math.max(0, row - mostHeads); above--) {
    const isWell = rows.row(above).some((cell, column) => {
      const known = columnOfHeader(cell)?.column ?? ''
      return column <= label && (known.startsWith('well') || wellHead.test(keyOf(cell)))
    })
    if (isWell) return above
  }
  return row
}

/**
 * Write the axes as headers that name the cycles of columns: `Cycle 1`, or temperatures. Times become the numbers of their readings; one at
 * time 0 or before is left out with its values. Rows beside the axis are named. @throws Fault `time_unit_unknown`, `times_uneven`, `times_of_day`
 */
export function writeRowAxes(sheet: Sheet, axes: readonly RowAxis[], notices: NoticeList): Sheet {
  if (axes.length === 0) return sheet
  const { rows } = sheet
  const changed = new Map<number, readonly string[]>()
  let timing: Timing | undefined
  for (const axis of axes) {
    const { row, label, isMelt, times, names, beside } = axis
    const place = placeIn(sheet, row, label)
    if (times && [...axis.at.values()].some(Number.isNaN)) {
      throw refuseFile('time_unit_unknown', place)
    }
    if (times)
      timing = joinTimings(timing, findTiming([...axis.at.values()], times.areClock, place), place)
    const headers = headersOf(axis, timing)
    const early = [...headers].filter(([, header]) => header === '').map(([column]) => column)
    for (const column of early) notices.add('time_zero', placeIn(sheet, row, column))
    changed.set(row, [])
    changed.set(
      names,
      // Leave the word out: a table whose first column has cycles is another one.
      rows.row(row).map((cell, column) => {
        if (column > label) return headers.get(column) ?? ''
        return names === row ? (column === label ? axis.header : cell) : rows.cell(names, column)
      }),
    )
    for (const at of beside) {
      const element = rows.cell(at, label).trim()
      const place = { ...placeIn(sheet, at, label), path: element }
      if (!isMelt && !times && isTimeHead(element)) {
        notices.add('times_beside_cycles', place, { element })
      }
      notices.add('element_ignored', place, { element, count: axis.at.size })
      changed.set(at, [])
    }
    for (let at = row + 1; at < axis.end && early.length > 0; at++) {
      if (beside.includes(at)) continue
      changed.set(
        at,
        rows.row(at).map((cell, column) => (early.includes(column) ? '' : cell)),
      )
    }
  }
  const copy = copyRows(
    sheet,
    { from: 0, to: rows.length },
    (cells, row) => changed.get(row) ?? cells,
  )
  return { ...copy, ...(timing && { timing }) }
}

/** Return the header of each column of an axis; empty for one at time 0 or before. */
function headersOf(
  { at, isMelt, times }: RowAxis,
  timing: Timing | undefined,
): Map<number, string> {
  return new Map(
    [...at].map(([column, value]) => {
      const cycle = times && timing ? readingAt(value, timing) : value
      if (isMelt) return [column, `${value} °C`]
      return [column, times && cycle < 1 ? '' : `Cycle ${cycle}`]
    }),
  )
}
