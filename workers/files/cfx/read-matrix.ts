import { isTotal } from '../curve-tables/table-kinds.ts'
import { nameNameless, withoutTotals } from '../curve-tables/read-columns.ts'
import type { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { isBeside } from '../tables/axis.ts'
import { type Phase, type RunDraft, sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { wellOfKey } from './table-kinds.ts'

/** Read a table with a row for each cycle or temperature and a column for each well. */
export function readMatrix(
  phase: Phase,
  table: Table,
  dye: string,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  const { notices } = draft
  const channel = dye || freeName(phase, draft)
  if (dye === '') notices.add('dye_unknown', table.place(table.head))
  // Refuse a second table without a dye, which may as well be of another plate.
  if (dye === '' && draft.curves(phase).some((one) => one.channel.startsWith(unnamed))) {
    notices.add('tables_as_dyes', table.place(table.head))
  }
  const axis = table.column(phase === 'melt' ? 'temperature' : 'cycle')
  const rows = withoutTotals(table, axis, notices)
  const at = rows.map((row) => numbers.read(table, row, axis))
  const measured = rows.map((_, i) => i).filter((i) => Number.isFinite(at[i]))
  const unmeasured = rows.filter((_, i) => !Number.isFinite(at[i]))
  if (measured.length === 0 && unmeasured[0] !== undefined) {
    const value = table.cell(unmeasured[0], axis).slice(0, 40)
    throw refuseFile('number_unreadable', table.place(unmeasured[0], axis), { value })
  }
  for (const row of unmeasured) {
    if (table.cell(row, axis) === '') notices.add('row_ignored', table.place(row, axis))
  }
  // Share what all curves have.
  const shared = at.filter(Number.isFinite)
  const seen = new Set<string>()
  for (const [column, key] of table.keys.entries()) {
    const position = column === axis ? null : wellOfKey(key)
    if (!position) {
      nameColumn(table, column, axis, notices)
      continue
    }
    const place = { ...table.place(table.head, column), well: table.names[column] ?? '' }
    const values = measured.map((i) => numbers.read(table, rows[i] ?? 0, column))
    if (!values.some(Number.isFinite)) continue
    const name = `${position.row}:${position.column}`
    if (seen.has(name) || draft.hasCurve(phase, position, channel)) {
      notices.add('well_twice', place)
      continue
    }
    seen.add(name)
    draft.addCurve(phase, { position, channel, at: shared, values, place })
    const well = draft.openWell(position)
    // Leave the curve of a dye that no target of the well has until all tables are read.
    const target = well.targets.find((one) => sameDye(one.dye, dye))
    if (target) target.channel = channel
  }
}

/** Name a column of numbers that is no well: with a value in each row it may be a curve whose well is mistyped. */
function nameColumn(table: Table, column: number, axis: number, notices: NoticeList): void {
  const element = table.names[column] ?? ''
  const count = table.rows.filter((row) => /\d/.test(table.cell(row, column))).length
  if (column === axis) return
  if (count === 0) {
    const words = table.rows.filter((row) => table.cell(row, column) !== '').length
    const place = table.place(table.head, column)
    if (words > 0) notices.add('element_ignored', place, { element, count: words })
    return
  }
  if (element === '') {
    // Pass over the column before the cycles, which counts the rows.
    if (column > axis) nameNameless(table, column, notices)
    return
  }
  const isKnown = isTotal(element) || isBeside(element)
  const code = isKnown || count < table.rows.length ? 'element_ignored' : 'column_ignored'
  notices.add(code, table.place(table.head, column), { element, count })
}

const unnamed = 'unknown'

/** Return a channel for a table that names no dye, different from those of other such tables. */
function freeName(phase: Phase, draft: RunDraft): string {
  const used = new Set(draft.curves(phase).map(({ channel }) => channel))
  let name = unnamed
  for (let n = 2; used.has(name); n++) name = `${unnamed} ${n}`
  return name
}
