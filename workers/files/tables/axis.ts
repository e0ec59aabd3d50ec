import type { CellRows } from '../cell-rows.ts'
import {
  besideHead,
  cycleHead,
  cycleLimits,
  isTotal,
  meltLimits,
  temperatureHead,
} from '../curve-tables/table-kinds.ts'
import { isTimeHead } from './read-time.ts'
import { isNumber, keyOf } from './sheet.ts'

/** Rows of cycles or temperatures, and the first row behind them. */
export interface Points {
  points: number[]
  /** Rows between them that have values and no cycle or temperature. */
  broken: number[]
  end: number
  isMelt: boolean
}

/** Rows that are searched for the first cycle. */
const mostRows = 200

export const isCycle = (cell: string) => cycleHead.test(keyOf(cell))
export const isTemperature = (cell: string) => temperatureHead.test(keyOf(cell))
export const isAxis = (cell: string) => isCycle(cell) || isTemperature(cell)

/** Words for a temperature that may be beside the times or cycles: `T (°C)`, `T° 485;528`, `Block temp.`. */
const warmth =
  /^(?:(?:block|lid|sample|set|tube|chamber|plate)[\s_]*)?temp(?:erature)?\.?\s*(?:[([_°º℃].*)?$|^t[\s([_]*[°º℃]/iu
export const isWarmth = (cell: string) => isTemperature(cell) || warmth.test(cell.trim())

/** Return true above a column beside curves that is no curve: of times, temperatures, parts of the programme. */
export const isBeside = (cell: string) =>
  besideHead.test(keyOf(cell)) || isWarmth(cell) || isTimeHead(cell)

/** Return the first column that is filled in one of the first rows. */
export function firstColumn(rows: CellRows): number {
  const firsts = [...rows.part(0, mostRows)]
    .map((row) => row.findIndex((cell) => cell.trim() !== ''))
    .filter((column) => column >= 0)
  return firsts.reduce((least, column) => Math.min(least, column), firsts[0] ?? 0)
}

/** Find the rows whose cells in a column are cycles that count up, or temperatures of a melt. */
export function findPoints(rows: CellRows, axis: number, begin = 0): Points | null {
  const end = Math.min(rows.length, mostRows)
  for (let from = begin; from < end; from++) {
    const first = pointAt(rows, from, axis)
    const isMelt = first > meltLimits.coldest && first < meltLimits.hottest
    if (!isMelt && !(first <= cycleLimits.lastFirst)) continue
    const found = followPoints(rows, axis, from, isMelt)
    if (found) return { ...found, isMelt }
  }
  return null
}

/** Follow the points from a row on; null for fewer than may be by chance. */
function followPoints(rows: CellRows, axis: number, from: number, isMelt: boolean) {
  const { fewestNamed: fewest } = isMelt ? meltLimits : cycleLimits
  const points = [from]
  const broken: number[] = []
  let [last, way] = [pointAt(rows, from, axis), 0]
  let end = from + 1
  for (let row = end; row < rows.length; row++) {
    const cell = rows.cell(row, axis).trim()
    // Skip empty rows, which may be within the points, and do not end them.
    if (cell === '' && rows.row(row).every((one) => one.trim() === '')) continue
    const step = pointAt(rows, row, axis) - last
    const isNext = isMelt
      ? step !== 0 && Math.abs(step) < meltLimits.widestStep && Math.sign(step) !== -way
      : Number.isInteger(step) && step > 0 && step <= 1 + cycleLimits.mostMissing
    if (isNext) {
      points.push(row)
      ;[last, way] = [last + step, Math.sign(step)]
    } else if (points.length < fewest) return null
    else if (!isTotal(cell)) {
      if (!holdsValues(rows.row(row), axis)) break
      broken.push(row)
    }
    end = row + 1
  }
  return points.length < fewest ? null : { points, broken, end }
}

export function pointAt(rows: CellRows, row: number, column: number): number {
  const cell = rows.cell(row, column).trim()
  return /^\d{1,4}(?:[.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN
}

/** Return true for a row of measured values, whatever its cycle is. */
export function holdsValues(cells: readonly string[], axis: number): boolean {
  const own = cells.slice(axis + 1).filter((cell) => cell.trim() !== '')
  return own.length > 0 && own.every((cell) => isNumber(cell))
}
