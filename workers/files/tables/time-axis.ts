import { Fault } from '../../../domain/fault.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { isCycle, isWarmth } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { isOfDay, mayNameTime, timeOf, unitOf } from './read-time.ts'
import { findRowTimes, writeRowAxes } from './row-axis.ts'
import { keyOf, placeIn, type Sheet, type Timing } from './sheet.ts'
import { fewestTimes, findTiming, joinTimings, readingAt } from './timing.ts'

/** Largest difference of temperatures beside the times of an isothermal run, in °C: a block settles in the first minutes. */
const mostDifference = 5

/**
 * Write the times of readings as their numbers, as in a table of cycles: programs of isothermal instruments write minutes or seconds
 * in the place of cycles. A reading at time 0 or before comes before the first one and is left out. Returns every other sheet as it is, and one
 * whose times cannot be read with the reason (`time_unit_unknown`, `times_of_day`, `times_uneven`): a log beside the tables of a run has times as well.
 */
export function readTimes(sheet: Sheet, notices: NoticeList): Sheet {
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
  /** Column of times and what is to be in it, by row. */
  const changed = new Map<number, { column: number; cell: string }>()
  let timing: Timing | undefined
  for (const [i, head] of heads.entries()) {
    const column = timeColumn(rows.row(head))
    const { byRow, areClock } = timesBelow(sheet, head, heads[i + 1] ?? rows.length, column)
    if (byRow.size < fewestTimes) continue
    const place = placeIn(sheet, head, column)
    timing = joinTimings(timing, findTiming([...byRow.values()], areClock, place), place)
    changed.set(head, { column, cell: 'Cycle' })
    for (const [row, time] of byRow) {
      const reading = readingAt(time, timing)
      changed.set(row, { column, cell: reading < 1 ? '' : String(reading) })
      if (reading < 1) notices.add('time_zero', placeIn(sheet, row, column))
    }
  }
  if (!timing) return sheet
  const copy = copyRows(sheet, { from: 0, to: rows.length }, (row, at) => {
    const own = changed.get(at)
    if (!own) return row
    return own.cell === '' ? [] : row.with(own.column, own.cell)
  })
  return { ...copy, timing }
}

/** Find the headers with times, which are among the first columns. */
function findHeads(sheet: Sheet): number[] {
  const { rows } = sheet
  const heads: number[] = []
  for (let row = 0; row < rows.length; row++) {
    const mayBe = [0, 1, 2].some((column) => mayNameTime(rows.cell(row, column)))
    if (mayBe && timeColumn(rows.row(row)) >= 0 && isLevel(sheet, row)) heads.push(row)
  }
  return heads
}

/** Return the column of times of a header of curves that has no cycles, -1 for any other row. */
function timeColumn(row: readonly string[]): number {
  const column = row.length < 2 ? -1 : row.findIndex((cell) => unitOf(cell) !== null)
  if (column < 0 || row.some(isCycle)) return -1
  const kind = curveKind(row.map(keyOf).with(column, 'cycle'))?.kind
  return kind === 'columns' || kind === 'readings' ? column : -1
}

/** Return false for the header of a melt: of temperatures beside the times that are not those of one step. */
function isLevel({ rows }: Sheet, head: number): boolean {
  const cells = rows.row(head)
  const column = timeColumn(cells)
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

const isNumber = (cell: string) => /^\s*[+-]?\d[\d.,]*(e[+-]?\d+)?\s*$/i.test(cell)
