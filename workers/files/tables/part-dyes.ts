import { channelOfDye, foldDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { cycleLimits, dyeHead, wellHead } from '../curve-tables/table-kinds.ts'
import type { CellRows } from '../cell-rows.ts'
import { copyRows, restOf } from './copy-rows.ts'
import { keyOf, type Sheet } from './sheet.ts'

/** Rows that are searched for a header, and letters of a header that is taken apart. */
const [mostRows, longestName] = [200, 60]

/** Columns of the cycles of one dye, side by side. */
interface DyeRun {
  dye: string
  from: number
  cycles: number[]
}

/**
 * Split a table that has a row for each well and the cycles of several dyes side by side (`FAM 1 … FAM 40, HEX 1 … HEX 40`, `FAM_C1`, `FAM Cycle 1`):
 * each dye becomes a sheet that is called by it, with the facts of its wells. Cells keep their places.
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
  const runs: DyeRun[] = []
  for (const [column, cell] of cells.entries()) {
    const { dye, cycle } = cycleOfDye(cell)
    if (dye === '') continue
    const last = runs.at(-1)
    const [next = 0, before = 0] = [last && last.from + last.cycles.length, last?.cycles.at(-1)]
    const isNext =
      next === column && cycle > before && cycle <= before + 1 + cycleLimits.mostMissing
    if (last && isNext && foldDye(last.dye) === foldDye(dye)) last.cycles.push(cycle)
    else runs.push({ dye, from: column, cycles: [cycle] })
  }
  const dyes = new Set(runs.map(({ dye }) => foldDye(dye)))
  const areWhole = runs.every(
    ({ cycles: [first = 0, ...others] }) =>
      first <= cycleLimits.lastFirst && others.length + 1 >= cycleLimits.fewestNamed,
  )
  const hasWell = cells.some(
    (cell) => columnOfHeader(cell)?.column.startsWith('well') || wellHead.test(keyOf(cell)),
  )
  const hasDye = cells.some((cell) => dyeHead.test(keyOf(cell)))
  return areWhole && hasWell && !hasDye && dyes.size === runs.length ? runs : []
}

/** Take `FAM 1`, `FAM_C1`, `FAM Cycle 1` and `Cycle 1 FAM` apart; an empty dye for any other header. */
function cycleOfDye(cell: string): { dye: string; cycle: number } {
  const parts = cell.length > longestName ? [] : (cell.match(/\p{L}+|\d+/gu) ?? [])
  const isCount = (part = '') => /^0{0,2}(0|[1-9]\d{0,3})$/.test(part)
  const isWord = (part = '') => /^(c|cyc|cycle|zyklus|ciclo|цикл|循环|الدورة)$/i.test(part)
  const behind = isWord(parts.at(-2)) ? -2 : -1
  const dye = parts.slice(0, behind).join(' ')
  if (isCount(parts.at(-1)) && channelOfDye(dye) !== null)
    return { dye, cycle: Number(parts.at(-1)) }
  const [word, count, ...rest] = parts
  const named = rest.join(' ')
  if (isWord(word) && isCount(count) && channelOfDye(named) !== null) {
    return { dye: named, cycle: Number(count) }
  }
  return { dye: '', cycle: Number.NaN }
}

/** Cut a sheet for each dye out; the first one keeps what is above, and all columns of facts. */
function cutRuns(sheet: Sheet, { head, end, runs }: DyeHead): Sheet[] {
  const { rows } = sheet
  const isIn = ({ from, cycles }: DyeRun, column: number) =>
    column >= from && column < from + cycles.length
  const names = rows.row(head)
  const isFact = (column: number) => {
    const name = names[column] ?? ''
    const known = columnOfHeader(name)?.column ?? ''
    const isWell = known.startsWith('well') || wellHead.test(keyOf(name))
    return isWell || known === 'name' || known === 'sample_type' || isTargetHeader(name)
  }
  return runs.map((run, i) => {
    const copied = copyRows(sheet, { from: i === 0 ? 0 : head, to: end }, (cells, row) => {
      if (row < head) return cells
      return cells.map((cell, column) => {
        if (isIn(run, column)) return row === head ? `Cycle ${run.cycles[column - run.from]}` : cell
        const isOther = runs.some((one) => isIn(one, column))
        return isOther || (i > 0 && !isFact(column)) ? '' : cell
      })
    })
    return { ...copied, name: run.dye }
  })
}

/** Return the first row of something else below a table: one of words, without a value of a cycle. */
function endOf(rows: CellRows, head: number, runs: readonly DyeRun[]): number {
  const columns = runs.flatMap(({ from, cycles }) => cycles.map((_, i) => from + i))
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
