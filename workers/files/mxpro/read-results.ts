import type { ImportedTarget } from '../imported-run.ts'
import { nameOfPosition } from '../plate.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { isCq, positionOf } from './table-kinds.ts'

/** Read the results: a row for each well and dye, with the sample, what it is, and the Cq (`No Ct` or `No Cq` for none). */
export function readResults(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  const seen = new Set<ImportedTarget>()
  const [cqColumn, quantityColumn] = [
    table.keys.findIndex(isCq),
    table.keys.findIndex((key) => key.startsWith('quantity')),
  ]
  const threshold = table.names.find((name) => /^threshold/i.test(name))
  if (threshold !== undefined) {
    const params = { element: threshold, count: table.rows.length }
    draft.notices.add('element_ignored', { path: threshold }, params)
  }
  for (const row of table.rows) {
    const name = table.text(row, 'well')
    const position = positionOf(name)
    const place = { ...table.place(row, table.column('well')), well: name.slice(0, 40) }
    if (!position) {
      draft.notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', place)
      continue
    }
    place.well = nameOfPosition(position)
    const well = draft.openWell(position)
    draft.nameSample(well, table.text(row, 'wellname'), place)
    const type = draft.readType(well, table.text(row, 'welltype'), place)
    const target = draft.openTarget(
      well,
      table.text(row, 'assay', 'target'),
      table.text(row, 'dye'),
    )
    if (seen.has(target)) {
      draft.notices.add('target_twice', { ...place, target: target.target })
      continue
    }
    seen.add(target)
    const cq = numbers.read(table, row, cqColumn)
    target.cq = cq > 0 ? cq : null
    target.cqGiven = true
    const value = quantityColumn < 0 ? Number.NaN : numbers.read(table, row, quantityColumn)
    if (type === 'standard' && value > 0) target.quantity = { value, unit: 'other' }
  }
}
