import { Fault } from '../../../domain/fault.ts'
import { evaluationLimits } from '../../../domain/entities/evaluation-recipe.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { isCycle, isTemperature } from './axis.ts'
import { copyRows } from './copy-rows.ts'
import { keyOf, placeIn, type Sheet, type Timing } from './sheet.ts'

/** Words for time in the header of a column, in the languages of the pages, and others that may be beside them. */
const timeNames = 'time|zeit|laufzeit|temps|tiempo|tempo|время|时间|الوقت|الزمن'
const timeWords = new RegExp(`^(${timeNames}|elapsed|run|reaction|in)$`)
/** Units of such a column, in minutes; a header may be one of the longer words alone. */
const units = [
  [
    's|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?|secondi|с|сек|секунды?|秒|ثانية|ثوان',
    1 / 60,
  ],
  ['m|min|mins|minutes?|minuten?|minutos?|minuti|мин|минуты?|分|分钟|دقيقة|دقائق', 1],
  ['h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|ч|час|часы?|小时|ساعة', 60],
].map(([names, minutes]) => ({
  words: new RegExp(`^(${names})$`),
  names,
  minutes: Number(minutes),
}))
/** Words of which a header of times has one, single letters aside: most cells of large tables have none. */
const hint = new RegExp(
  [timeNames, ...units.map(({ names }) => names)]
    .join('|')
    .split('|')
    .filter((name) => !/^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(name))
    .join('|'),
  'iu',
)
/** The fewest times that are an axis, and how far one may be from even times, in parts of the time between two. */
const [fewest, mostUneven, mostLate] = [5, 0.25, 0.1]
/** Largest difference of temperatures beside the times of an isothermal run, in °C: a block settles in the first minutes. */
const mostDifference = 5

/**
 * Write the times of readings as their numbers, as in a table of cycles: programs of isothermal instruments write minutes or seconds
 * in the place of cycles. A reading at time 0 comes before the first one and is left out. Returns every other sheet as it is, and one
 * whose times cannot be read with the reason (`time_unit_unknown`, `times_uneven`): a log beside the tables of a run has times as well.
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
    const times = timesBelow(sheet, head, heads[i + 1] ?? rows.length, column)
    if (times.size < fewest) continue
    const place = placeIn(sheet, head, column)
    timing = joinTimings(timing, findTiming([...times.values()], place), place)
    changed.set(head, { column, cell: 'Cycle' })
    for (const [row, time] of times) {
      const reading = Math.round((time - timing.late) / timing.minutes)
      changed.set(row, { column, cell: reading === 0 ? '' : String(reading) })
      if (reading === 0) notices.add('time_zero', placeIn(sheet, row, column))
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
    const mayBe = [0, 1, 2].some((column) => hint.test(rows.cell(row, column)))
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
  const column = rows.row(head).findIndex(isTemperature)
  if (column < 0) return true
  let [low, high] = [Infinity, -Infinity]
  for (let row = head + 1; row < rows.length; row++) {
    const temperature = Number.parseFloat(rows.cell(row, column).replace(',', '.'))
    if (!Number.isFinite(temperature)) continue
    low = Math.min(low, temperature)
    high = Math.max(high, temperature)
  }
  return high - low <= mostDifference
}

/** Return the minutes of the unit that the header of times names, NaN for none, and null for any other header. */
function unitOf(header: string): number | null {
  if (header.length > 40 || !hint.test(header)) return null
  const words = header
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  const others = words.filter((word) => !timeWords.test(word))
  const [name = ''] = others
  if (others.length === 0) return words.length > 0 ? Number.NaN : null
  const isTime = others.length < words.length
  const unit = units.find((one) => one.words.test(name))?.minutes
  return others.length === 1 && unit !== undefined && (isTime || name.length > 4) ? unit : null
}

/** Return the times of the rows below a header, in minutes. */
function timesBelow(sheet: Sheet, head: number, end: number, column: number): Map<number, number> {
  const unit = unitOf(sheet.rows.cell(head, column)) ?? Number.NaN
  const times = new Map<number, number>()
  for (let row = head + 1; row < end; row++) {
    const time = timeOf(sheet.rows.cell(row, column).trim(), unit)
    if (time !== null) times.set(row, time)
  }
  if (times.size >= fewest && [...times.values()].some(Number.isNaN)) {
    throw refuseFile('time_unit_unknown', placeIn(sheet, head, column))
  }
  return times
}

/** Return a time in minutes: of a clock (`0:12:30`) whatever the unit, NaN for a number without one, null for any other cell. */
function timeOf(cell: string, unit: number): number | null {
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d(?:[.,]\d+)?)$/.exec(cell)
  if (clock) {
    const [, hours, minutes, seconds = ''] = clock
    return Number(hours) * 60 + Number(minutes) + Number(seconds.replace(',', '.')) / 60
  }
  return /^\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) * unit : null
}

/** Return how readings follow each other; throws where they are not even. */
function findTiming(found: readonly number[], place: Place): Timing {
  const times = [...new Set(found)].sort((a, b) => a - b)
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const [first = 0, last = 0] = [times[0], times.at(-1)]
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
