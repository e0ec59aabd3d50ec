import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { describeRow, filterRows, type JudgedList, judgeList } from './judge-list.ts'
import type { ListWish } from './list-wish.ts'
import { type ListEdits, startEdits } from './list-edits.ts'
import { findHeaderAgain, type ListFile, openListFile, type ToldDialect } from './list-rows.ts'
import type { ListFilter, ListRowView, ListView } from './list-view.ts'

/** One thing that a person does to a list. Rows count from 1, as in the file. */
export type ListStep =
  | { kind: 'cell'; row: number; column: ListColumn; text: string }
  | { kind: 'skip'; rows: readonly number[]; skipped: boolean }
  | { kind: 'undo' }
  | { kind: 'redo' }

/** One open list with its state. Each answer is what would become of it now. */
export interface ListSession {
  /** @throws Fault `invalid` with why the file is none (`refuseFile`). */
  open: (
    file: { name: string; bytes: Uint8Array },
    wish: ListWish,
    told: ToldDialect,
    language: string,
  ) => ListView
  /** Other settings, another type or another cartridge. What was changed by hand stays. */
  settle: (wish: ListWish) => ListView
  change: (step: ListStep) => ListView
  /** Rows of a filter by their place among them. */
  readRows: (filter: ListFilter, from: number, to: number) => ListRowView[]
  /** Place of a row of the file among those of a filter, or of the first one behind it; -1 where there is none. */
  findRow: (filter: ListFilter, row: number) => number
  /** The row (from 1) whose sample gets this well; null where none does. */
  findWell: (well: string) => number | null
}

/** Open one list at a time. @param tell receives the progress, from 0 to 1. */
export function createListSession(tell: (part: number) => void = () => undefined): ListSession {
  let file: ListFile | null = null
  let wish: ListWish | null = null
  let edits: ListEdits = startEdits()
  let judged: JudgedList | null = null
  const found = new Map<ListFilter, Uint32Array>()
  let version = 0

  const judgeAgain = (): ListView => {
    if (!file || !wish) throw new Error('No list is open')
    found.clear()
    judged = judgeList(file, wish, edits, tell)
    version += 1
    return { ...judged.view, canUndo: edits.canUndo(), canRedo: edits.canRedo(), version }
  }
  const rowsOf = (filter: ListFilter): Uint32Array => {
    const known = found.get(filter)
    if (known || !judged) return known ?? new Uint32Array()
    const rows = filterRows(judged, filter, edits)
    found.set(filter, rows)
    return rows
  }
  return {
    open(given, wanted, told, language) {
      file = openListFile(given, wanted.settings, told, language)
      wish = wanted
      edits = startEdits()
      return judgeAgain()
    },
    settle(wanted) {
      if (file) file = findHeaderAgain(file, wanted.settings)
      wish = wanted
      return judgeAgain()
    },
    change(step) {
      if (step.kind === 'cell' || step.kind === 'skip') makeStep(step, edits, judged)
      else edits[step.kind]()
      return judgeAgain()
    },
    readRows(filter, from, to) {
      const list = judged
      if (!list) return []
      return Array.from(rowsOf(filter).subarray(from, to), (row) => describeRow(list, row, edits))
    },
    findRow: (filter, row) => rowsOf(filter).findIndex((one) => one >= row - 1),
    findWell(well) {
      const list = judged
      const row = rowsOf('taken').find((one) => {
        const verdict = list?.judge(one, list.rowAt(one))
        return verdict?.kind === 'taken' && verdict.wells.includes(well)
      })
      return row === undefined ? null : row + 1
    },
  }
}

function makeStep(
  step: Extract<ListStep, { kind: 'cell' | 'skip' }>,
  edits: ListEdits,
  judged: JudgedList | null,
): void {
  if (step.kind === 'skip') {
    edits.make({ ...step, rows: step.rows.map((row) => row - 1) })
    return
  }
  const column = judged?.places[step.column] ?? -1
  // Skip a column that the file does not have.
  if (column < 0) return
  edits.make({ kind: 'cell', row: step.row - 1, column, text: step.text.trim() })
}
