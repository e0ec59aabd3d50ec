import type { NoticeList } from '../notices.ts'
import { nameOfPosition } from '../plate.ts'
import { refuseFile } from '../refuse-file.ts'
import { isBeside } from '../tables/axis.ts'
import { isTimeHead } from '../tables/read-time.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import type { CurvePlaces } from './place-curves.ts'
import { type CurveLabel, readLabel } from './curve-labels.ts'
import { type CurveLayout, isTotal } from './table-kinds.ts'

export interface CurveTable extends CurveLayout {
  table: Table
}

/** Draft that curves of a table are added to, and the channel of those whose dye nothing names. */
export interface CurveContext {
  draft: RunDraft
  numbers: TableNumbers
  places: CurvePlaces
  channel: string
  /** Dye of the whole table; empty where it names none. */
  dye: string
}

/** Return the names of the curves of a table; columns of something else are named in a notice. */
export function labelsOfColumns(
  { table, from, phase }: CurveTable,
  notices: NoticeList,
): CurveLabel[] {
  return table.names.flatMap((name, column) => {
    if (column <= from) return []
    const isFilled = table.rows.some((row) => /\d/.test(table.cell(row, column)))
    if (name === '') {
      if (isFilled) nameNameless(table, column, notices)
      return []
    }
    const label = readLabel(name, column)
    // Ask for the well too: a sample may be called `media`, and a column that names its well or tube is a curve.
    const hasWell = label.position !== null || label.number !== null
    if (isFilled && !isBeside(name) && (hasWell || !isTotal(name))) return [label]
    const isTimed = phase === 'amplification' && isTimeHead(name)
    const place = table.place(table.head, column)
    if (isTimed) notices.add('times_beside_cycles', place, { element: name })
    notices.add('element_ignored', place, { element: name, count: table.rows.length })
    return []
  })
}

/** Name a column of values that has no header: nothing says whose curve it is. */
export function nameNameless(table: Table, column: number, notices: NoticeList): void {
  const params = { element: String(column + 1), count: table.rows.length }
  notices.add('column_ignored', table.place(table.head, column), params)
}

/** Return the rows whose cell in this column says no mean, no total and nothing of the file; those are named. */
export function withoutTotals(
  table: Table,
  column: number,
  notices: NoticeList,
): readonly number[] {
  const isReckoned = (row: number) => {
    const cell = table.cell(row, column)
    return isTotal(cell) || (isWord(cell) && table.countFilled(row) <= 2 && table.names.length > 3)
  }
  let isAny = false
  for (const row of table.rows) {
    if (!isReckoned(row)) continue
    isAny = true
    notices.add('line_ignored', table.place(row, column))
  }
  // Filter only where it is needed: most tables have none, and need no second list of their rows.
  return isAny ? table.rows.filter((row) => !isReckoned(row)) : table.rows
}

/** Return true for words without a digit, such as `Exported by`: a cycle that was mistyped has one. */
const isWord = (cell: string) => /^\D+$/.test(cell) && /\p{L}{2}/u.test(cell)

/** Add the curves of a table with a column for each. */
export function addColumns(
  { table, from, phase }: CurveTable,
  labels: readonly CurveLabel[],
  { draft, numbers, places, channel: common, dye: ofTable }: CurveContext,
): void {
  const rows = withoutTotals(table, from, draft.notices)
  const at = rows.map((row) => numbers.read(table, row, from))
  const measured = rows.filter((_, i) => Number.isFinite(at[i]))
  // Share what all curves have.
  const shared = at.filter(Number.isFinite)
  const [first] = rows
  if (measured.length === 0 && first !== undefined) {
    const value = table.cell(first, from).slice(0, 40)
    throw refuseFile('number_unreadable', table.place(first, from), { value })
  }
  for (const [i, row] of rows.entries()) {
    if (!Number.isFinite(at[i])) draft.notices.add('row_ignored', table.place(row, from))
  }
  for (const label of labels) {
    const column = label.at
    const position = places.positionOf(label)
    const place = table.place(table.head, column)
    if (!position) {
      const params = { element: label.text, count: measured.length }
      draft.notices.add('column_ignored', place, params)
      continue
    }
    const well = draft.openWell(position)
    const named = { ...place, well: nameOfPosition(position) }
    draft.nameSample(well, places.placing === 'order' ? label.name : label.sample, named)
    const channel = label.dye || common
    const values = measured.map((row) => numbers.read(table, row, column))
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve(phase, position, channel)) {
      draft.notices.add('well_twice', { ...named, path: channel })
      continue
    }
    draft.addCurve(phase, { position, channel, at: shared, values, place: named })
    draft.openTarget(well, '', label.dye || ofTable || channel).channel ??= channel
  }
}
