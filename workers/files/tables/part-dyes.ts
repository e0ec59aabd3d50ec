import { channelOfDye, foldDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { cycleLimits, dyeHead, wellHead } from '../curve-tables/table-kinds.ts'
import type { CellRows } from '../cell-rows.ts'
import { restOf, selectColumns } from './copy-rows.ts'
import { keyOf, type Sheet } from './sheet.ts'

/** Rows that are searched for a header, and letters of a header that is taken apart. */
const [mostRows, longestName] = [200, 60]

/** Columns of the cycles of one dye, in their order. */
interface DyeRun {
  dye: string
  columns: number[]
  cycles: number[]
}

/**
 * Split a table that has a row for each well and the cycles of several dyes, side by side (`FAM 1 … FAM 40, HEX 1 … HEX 40`, `FAM_C1`, `FAM Cycle 1`) or
 * in turn (`FAM 1, HEX 1, FAM 2, HEX 2`): each dye becomes a sheet that is called by it, with the facts of its wells. Cells keep their places.
 */
export function partDyes(whole: Sheet): Sheet[] {
  const parts: Sheet[] = []
  for (let rest: Sheet | null = whole; rest;) {
    const sheet: Sheet = rest
    const found = findHead(sheet)
    parts.push(...(found ? cutRuns(sheet, found) : [sheet]))
    rest = found && restOf(sheet, found.end)
  }
  return parts
}

/** A header with the cycles of dyes, and the first row behind its table. */
interface DyeHead {
  head: number
  end: number
  runs: DyeRun[]
}

function findHead({ rows }: Sheet): DyeHead | null {
  const last = Math.min(rows.length, mostRows)
  for (let head = 0; head < last; head++) {
    const runs = findRuns(rows.row(head))
    if (runs.length > 0) return { head, runs, end: endOf(rows, head, runs) }
  }
  return null
}

/** Return the runs of a header whose every dye has one; none where something else says the dye of a row. */
function findRuns(cells: readonly string[]): DyeRun[] {
  const byDye = new Map<string, DyeRun>()
  for (const [column, cell] of cells.entries()) {
    const { dye, cycle } = cycleOfDye(cell)
    if (dye === '') continue
    const run = byDye.get(foldDye(dye)) ?? { dye, columns: [], cycles: [] }
    byDye.set(foldDye(dye), run)
    run.columns.push(column)
    run.cycles.push(cycle)
  }
  const runs = [...byDye.values()]
  const isRising = (cycle: number, before = cycle - 1) =>
    cycle > before && cycle <= before + 1 + cycleLimits.mostMissing
  const areWhole = runs.every(
    ({ cycles }) =>
      (cycles[0] ?? 0) <= cycleLimits.lastFirst &&
      cycles.length >= cycleLimits.fewestNamed &&
      cycles.every((cycle, i) => isRising(cycle, cycles[i - 1])),
  )
  const hasWell = cells.some(
    (cell) => columnOfHeader(cell)?.column.startsWith('well') || wellHead.test(keyOf(cell)),
  )
  const hasDye = cells.some((cell) => dyeHead.test(keyOf(cell)))
  return areWhole && hasWell && !hasDye ? runs : []
}

/** Take `FAM 1`, `FAM_C1`, `FAM Cycle 1`, `Cycle 1 FAM` and `1 FAM` apart; an empty dye for any other header. */
function cycleOfDye(cell: string): { dye: string; cycle: number } {
  const parts = cell.length > longestName ? [] : [...cell.matchAll(/\p{L}+|\d+/gu)]
  const isCount = (part = '') => /^0{0,2}(0|[1-9]\d{0,3})$/.test(part)
  const isWord = (part = '') => /^(c|cyc|cycle|zyklus|ciclo|цикл|循环|الدورة)$/i.test(part)
  // Keep the spelling: `Cy5` has two parts.
  const between = (from: number, to: number) => {
    const [first, last] = [parts[from], parts[to - 1]]
    return first && last && from < to ? cell.slice(first.index, last.index + last[0].length) : ''
  }
  const at = parts.length - 1
  const dye = between(0, isWord(parts[at - 1]?.[0]) ? at - 1 : at)
  if (isCount(parts[at]?.[0]) && channelOfDye(dye) !== null) {
    return { dye, cycle: Number(parts[at]?.[0]) }
  }
  const count = isWord(parts[0]?.[0]) ? 1 : 0
  const named = between(count + 1, parts.length)
  if (isCount(parts[count]?.[0]) && channelOfDye(named) !== null) {
    return { dye: named, cycle: Number(parts[count]?.[0]) }
  }
  return { dye: '', cycle: Number.NaN }
}

/** Cut a sheet for each dye out; the first one keeps what is above, and all columns of facts. */
function cutRuns(sheet: Sheet, { head, end, runs }: DyeHead): Sheet[] {
  const { rows } = sheet
  const names = rows.row(head)
  const isFact = (column: number) => {
    const name = names[column] ?? ''
    const known = columnOfHeader(name)?.column ?? ''
    const isWell = known.startsWith('well') || wellHead.test(keyOf(name))
    return isWell || known === 'name' || known === 'sample_type' || isTargetHeader(name)
  }
  const ofDyes = new Set(runs.flatMap(({ columns }) => columns))
  let width = names.length
  for (const row of rows.part(0, end)) width = Math.max(width, row.length)
  const others = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !ofDyes.has(column),
  )
  const [kept, behind] = [true, false].map((isNamed) =>
    others.filter((column) => column < names.length === isNamed),
  ) as [number[], number[]]
  return runs.map((run, i) => {
    const cycles = new Map(run.columns.map((column, at) => [column, run.cycles[at]]))
    const from = i === 0 ? 0 : head
    // Put the cycles of the dye side by side, behind the other columns in their order.
    const columns = [...kept, ...run.columns, ...behind]
    const own = selectColumns(sheet, { from, to: end, columns }, (cell, row, column) => {
      if (row < head) return cell
      if (cycles.has(column)) return row === head ? `Cycle ${cycles.get(column)}` : cell
      return i > 0 && !isFact(column) ? '' : cell
    })
    return { ...own, name: run.dye }
  })
}

/** Return the first row of something else below a table: one of words, without a value of a cycle. */
function endOf(rows: CellRows, head: number, runs: readonly DyeRun[]): number {
  const columns = runs.flatMap((run) => run.columns)
  let end = head + 1
  for (let row = end; row < rows.length; row++) {
    const cells = rows.row(row)
    if (cells.every((cell) => cell.trim() === '')) continue
    const isCurve = columns.some((column) => /\d/.test(cells[column] ?? ''))
    const isBefore = row === end
    if (!isCurve && !isBefore) break
    end = row + 1
  }
  return end
}
