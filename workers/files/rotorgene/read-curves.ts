import type { RunDraft } from '../tables/run-draft.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { lookRaw } from '../tables/look-raw.ts'
import { nameUnknownDyes, type RotorTitle } from './read-title.ts'
import { type RotorTable, tubeOf } from './table-kinds.ts'

/**
 * Add the curves of all tables, raw ones before those of an analysis, and name what was not taken. Return true if
 * those of the amplification are raw: an analysis may have subtracted their baseline.
 */
export function readCurves(
  tables: readonly RotorTable[],
  channelOf: (title: RotorTitle) => string,
  draft: RunDraft,
  numbers: TableNumbers,
): boolean {
  const curves = tables.filter(({ kind }) => kind === 'curves')
  const taken = new Set(curves.filter(({ title }) => title.isRaw))
  const add = (one: RotorTable) => addTable(one, channelOf(one.title), draft, numbers)
  for (const one of taken) add(one)
  let isRaw = true
  if (draft.curves('amplification').length === 0) {
    const analysed = curves.filter(({ title }) => !title.isRaw && title.phase === 'amplification')
    for (const one of analysed) {
      add(one)
      taken.add(one)
    }
    const found = draft.curves('amplification').map(({ values }) => values)
    isRaw = found.length === 0 || lookRaw(found)
    if (found.length > 0) draft.notices.add(isRaw ? 'curves_look_raw' : 'curves_subtracted')
  }
  nameUnknownDyes(
    [...taken].map(({ title }) => title),
    draft.notices,
  )
  for (const one of curves) if (!taken.has(one)) nameNotTaken(one, channelOf(one.title), draft)
  return isRaw
}

/** Name what an analysis of the software shows and was not taken: curves beside raw ones, slopes of a melt. */
function nameNotTaken({ title, table, sheet }: RotorTable, channel: string, draft: RunDraft): void {
  const { phase } = title
  const lacking = table.names.filter((name, column) => {
    const tube = column === 0 ? null : tubeOf(name)
    return tube !== null && !draft.hasCurve(phase, { row: tube - 1, column: 0 }, channel)
  })
  const element = sheet.name || sheet.file
  if (lacking.length === 0) {
    const params = { element, count: table.names.length - 1 }
    draft.notices.add('element_ignored', { path: element }, params)
  }
  for (const well of lacking) {
    draft.notices.add('curve_not_taken', { ...table.place(table.head), path: channel, well })
  }
}

/** Add the curves of one table with a column for each tube and a row for each cycle or temperature. */
function addTable(
  { title, table, pages, sheet }: RotorTable,
  channel: string,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  const { phase } = title
  const at = table.rows.map((row) => numbers.read(table, row, 0))
  const measured = table.rows.map((_, i) => i).filter((i) => Number.isFinite(at[i]))
  for (const [i, row] of table.rows.entries()) {
    if (!Number.isFinite(at[i])) draft.notices.add('row_ignored', table.place(row, 0))
  }
  for (const [column, name] of table.names.entries()) {
    const tube = column === 0 ? null : tubeOf(name)
    if (tube === null) continue
    const position = { row: tube - 1, column: 0 }
    const place = { ...table.place(table.head, column), well: name }
    const values = measured.map((i) => numbers.read(table, table.rows[i] ?? 0, column))
    const well = draft.openWell(position)
    for (const row of pages) {
      draft.nameSample(well, sheet.rows.cell(row, column).trim(), place)
    }
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve(phase, position, channel)) {
      draft.notices.add('well_twice', { ...place, path: channel })
      continue
    }
    draft.addCurve(phase, { position, channel, at: measured.map((i) => at[i] ?? 0), values, place })
    draft.openTarget(well, '', channel).channel ??= channel
  }
}
