import { Fault } from '../../../domain/fault.ts'
import { isTargetHeader } from '../../../domain/rules/list-words.ts'
import { curveKind, dyeHead } from '../curve-tables/table-kinds.ts'
import type { CellRows } from '../cell-rows.ts'
import type { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { isCycle, isWarmth } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { isOfDay, mayNameTime, timeOf, unitOf } from './read-time.ts'
import { dropReaderCycles } from './reader-cycles.ts'
import { findRowTimes, writeRowAxes } from './row-axis.ts'
import { isNumber, keyOf, placeIn, type Sheet, type Timing } from './sheet.ts'
import { fewestTimes, findTiming, joinTimings, readingAt } from './timing.ts'

/** Largest difference of temperatures beside the times of an isothermal run, in °C: a block settles in the first minutes. */
const mostDifference = 5

/**
 * Write the times of readings as their numbers, as in a table of cycles: programs of isothermal instruments write minutes or seconds
 * in the place of cycles. A reading at time 0 or before comes before the first one and is left out. Returns every other sheet as it is, and one
 * whose times cannot be read with the reason (`time_unit_unknown`, `times_of_day`, `times_uneven`): a log beside the tables of a run has times as well.
 */
export function readTimes(whole: Sheet, notices: NoticeList): Sheet {
  const sheet = dropReaderCycles(whole, notices)
  const along = findRowTimes(sheet)
  try {
    return along.length > 0 ? writeRowAxes(sheet, along, notices) : countTimes(sheet, notices)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // Leave out times above curves, which may look like cycles.
    const rows = sheet.rows.replace(new Map(along.map(({ row }) => [row, []])))
    return { ...sheet, rows, untimed: error }
  }
}

function countTimes(sheet: Sheet, notices: NoticeList): Sheet {
  const { rows } = sheet
  const heads = findHeads(sheet)
  // Leave times beside a table with cycles, whose readings are others.
  if (heads.length > 0 && holdsCycles(sheet)) return sheet
  /** Cells of the columns of times, by row and column. */
  const changed = new Map<number, Map<number, string>>()
  const change = (row: number, column: number, cell: string) =>
    changed.set(row, (changed.get(row) ?? new Map<number, string>()).set(column, cell))
  let timing: Timing | undefined
  for (const head of heads) {
    const end = endOf(sheet, head)
    for (const column of timeColumns(rows.row(head))) {
      const { byRow, areClock } = timesBelow(sheet, head, end, column)
      if (byRow.size < fewestTimes) continue
      const place = placeIn(sheet, head, column)
      timing = joinTimings(timing, findTiming([...byRow.values()], areClock, place), place)
      change(head, column, 'Cycle')
      for (const [row, time] of byRow) {
        const reading = readingAt(time, timing)
        change(row, column, reading < 1 ? '' : String(reading))
        if (reading < 1) notices.add('time_zero', placeIn(sheet, row, column))
      }
    }
  }
  if (!timing) return sheet
  const copy = copyRows(sheet, { from: 0, to: rows.length }, (row, at) => {
    const own = changed.get(at)
    if (!own) return row
    // Leave out a row whose times all come before the first reading.
    if ([...own.values()].every((cell) => cell === '')) return []
    return row.map((cell, column) => own.get(column) ?? cell)
  })
  return { ...copy, timing }
}

/** Return true for a row with a word among its first cells: most rows hold values. */
const mayBeHead = (rows: CellRows, row: number) =>
  [0, 1, 2].some((column) => /^\s*\p{L}{2}/u.test(rows.cell(row, column)))

/** Return the first row behind the table of a header: one with a header of its own, or the end of the sheet. */
function endOf({ rows }: Sheet, head: number): number {
  for (let row = head + 1; row < rows.length; row++) {
    if (!mayBeHead(rows, row)) continue
    const cells = rows.row(row)
    if (curveKind(cells.map(keyOf)) || timeColumns(cells).length > 0) return row
  }
  return rows.length
}

/** Return true for a sheet with a header of cycles. */
function holdsCycles({ rows }: Sheet): boolean {
  for (let row = 0; row < rows.length; row++) {
    const isHead = mayBeHead(rows, row) && rows.row(row).some(isCycle)
    if (isHead && curveKind(rows.row(row).map(keyOf))) return true
  }
  return false
}

/** Find the headers with times, which are among the first columns. */
function findHeads(sheet: Sheet): number[] {
  const { rows } = sheet
  const heads: number[] = []
  for (let row = 0; row < rows.length; row++) {
    const mayBe = [0, 1, 2].some((column) => mayNameTime(rows.cell(row, column)))
    if (mayBe && timeColumns(rows.row(row)).length > 0 && isLevel(sheet, row)) heads.push(row)
  }
  return heads
}

/** Return the columns of times of a header of curves that has no cycles: of several side by side the first. None for any other row. */
function timeColumns(row: readonly string[]): number[] {
  if (row.length < 2 || row.some(isCycle)) return []
  const areTimes = row.map((cell) => unitOf(cell) !== null)
  const columns = row.flatMap((_, column) =>
    areTimes[column] && !areTimes[column - 1] ? [column] : [],
  )
  const [first = -1] = columns
  // Pass over columns before the times that say the dye or the target of a row.
  const keys = row.map((cell, column) => {
    const isGroup = column < first && (dyeHead.test(keyOf(cell)) || isTargetHeader(cell))
    return isGroup ? '' : keyOf(cell)
  })
  const kind = first < 0 ? null : curveKind(keys.with(first, 'cycle'))?.kind
  const named = curveKind(
    row.map((cell, column) => (column === first ? 'cycle' : keyOf(cell))),
  )?.kind
  return [kind, named].some((one) => one === 'columns' || one === 'readings') ? columns : []
}

/** Return false for the header of a melt: of temperatures beside the times that are not those of one step. */
function isLevel({ rows }: Sheet, head: number): boolean {
  const cells = rows.row(head)
  const [column = -1] = timeColumns(cells)
  const unit = unitOf(cells[column] ?? '')
  const warm = cells.flatMap((cell, at) => (isWarmth(cell) ? [at] : []))
  return warm.every((at) => {
    let [low, high] = [Infinity, -Infinity]
    for (let row = head + 1; row < rows.length; row++) {
      const temperature = Number.parseFloat(rows.cell(row, at).replace(',', '.'))
      const isTimed = unit !== null && timeOf(rows.cell(row, column).trim(), unit) !== null
      // Leave what is below the times: a table of the plate may follow.
      if (!Number.isFinite(temperature) || !isTimed) continue
      low = Math.min(low, temperature)
      high = Math.max(high, temperature)
    }
    return !(high - low > mostDifference)
  })
}

/** Times of the rows below a header, in minutes. */
interface Times {
  byRow: Map<number, number>
  /** Some are written as those of a clock. */
  areClock: boolean
}

/** @throws Fault `time_unit_unknown`, `times_of_day` with the place of the header. */
function timesBelow(sheet: Sheet, head: number, end: number, column: number): Times {
  const unit = unitOf(sheet.rows.cell(head, column)) ?? { number: Number.NaN, clock: Number.NaN }
  const byRow = new Map<number, number>()
  let [areClock, ofDay] = [false, 0]
  for (let row = head + 1; row < end; row++) {
    const cell = sheet.rows.cell(row, column).trim()
    const time = timeOf(cell, unit)
    if (time !== null) byRow.set(row, time)
    areClock ||= time !== null && cell.includes(':')
    // Leave a log of events, whose rows have words beside their times.
    if (isOfDay(cell) && sheet.rows.row(row).some((one) => isNumber(one))) ofDay++
  }
  const place = placeIn(sheet, head, column)
  if (ofDay >= fewestTimes && byRow.size < fewestTimes) throw refuseFile('times_of_day', place)
  if (byRow.size >= fewestTimes && [...byRow.values()].some(Number.isNaN)) {
    throw refuseFile('time_unit_unknown', place)
  }
  return { byRow, areClock }
}
