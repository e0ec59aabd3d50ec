import { Fault } from '../../../domain/fault.ts'
import { evaluationLimits } from '../../../domain/entities/evaluation-recipe.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { isCycle, isWarmth } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { isOfDay, mayNameTime, timeOf, unitOf } from './read-time.ts'
import { keyOf, placeIn, type Sheet, type Timing } from './sheet.ts'

/** The fewest times that are an axis, and how far one may be from even times, in parts of the time between two. */
const [fewest, mostUneven, mostLate] = [5, 0.25, 0.1]
/** Largest difference of temperatures beside the times of an isothermal run, in °C: a block settles in the first minutes. */
const mostDifference = 5
/** Minutes from which the first time of a clock is one of the day, and between two times before and behind midnight. */
const [latestStart, halfDay] = [60, 720]

/**
 * Write the times of readings as their numbers, as in a table of cycles: programs of isothermal instruments write minutes or seconds
 * in the place of cycles. A reading at time 0 or before comes before the first one and is left out. Returns every other sheet as it is, and one
 * whose times cannot be read with the reason (`time_unit_unknown`, `times_of_day`, `times_uneven`): a log beside the tables of a run has times as well.
 */
export function readTimes(sheet: Sheet, notices: NoticeList): Sheet {
  try {
    return countTimes(sheet, notices)
  } catch (error) {
    if (error instanceof Fault) return { ...sheet, untimed: error }
    throw error
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
    if (byRow.size < fewest) continue
    const place = placeIn(sheet, head, column)
    timing = joinTimings(timing, findTiming([...byRow.values()], areClock, place), place)
    changed.set(head, { column, cell: 'Cycle' })
    for (const [row, time] of byRow) {
      const reading = Math.round((time - timing.late) / timing.minutes)
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

/** Return the timing of two tables of a file. */
export function joinTimings(one: Timing | undefined, other: Timing, place: Place): Timing {
  if (!one) return other
  const differ = (a: number, b: number) => Math.abs(a - b) > mostLate * other.minutes
  if (differ(one.minutes, other.minutes) || differ(one.late, other.late)) {
    throw refuseFile('times_uneven', place)
  }
  return one
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
  const warm = rows.row(head).flatMap((cell, column) => (isWarmth(cell) ? [column] : []))
  return warm.every((column) => {
    let [low, high] = [Infinity, -Infinity]
    for (let row = head + 1; row < rows.length; row++) {
      const temperature = Number.parseFloat(rows.cell(row, column).replace(',', '.'))
      if (!Number.isFinite(temperature)) continue
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
  if (ofDay >= fewest && byRow.size < fewest) throw refuseFile('times_of_day', place)
  if (byRow.size >= fewest && [...byRow.values()].some(Number.isNaN)) {
    throw refuseFile('time_unit_unknown', place)
  }
  return { byRow, areClock }
}

const isNumber = (cell: string) => /^\s*[+-]?\d[\d.,]*(e[+-]?\d+)?\s*$/i.test(cell)

/** Return how readings follow each other; throws where they are not even, or where a clock does not begin with the run. */
function findTiming(found: readonly number[], areClock: boolean, place: Place): Timing {
  const times = [...new Set(found)].sort((a, b) => a - b)
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isOfNight = steps.some((step) => step >= halfDay)
  if (areClock && (first >= latestStart || isOfNight)) throw refuseFile('times_of_day', place)
  // Count the steps one by one: times that are not quite even add up to a whole one over a run.
  const count = steps.reduce((sum, step) => sum + Math.max(1, Math.round(step / usual)), 0)
  const minutes = (last - first) / count
  const number = (time: number) => Math.round((time - first) / minutes)
  const isEven = times.every(
    (time, i) =>
      Math.abs(time - first - number(time) * minutes) <= mostUneven * minutes &&
      (i === 0 || number(time) > number(times[i - 1] ?? 0)),
  )
  const { min, max } = evaluationLimits.minutes_per_reading
  if (!isEven || !(minutes >= min && minutes <= max)) throw refuseFile('times_uneven', place)
  const offset = first - Math.round(first / minutes) * minutes
  const late = Math.abs(offset) > mostLate * minutes ? offset : 0
  // Keep as many digits as thousands of readings need: five seconds are 0.083333 min.
  return { minutes: Number(minutes.toFixed(7)), late: Number(late.toFixed(7)) }
}
