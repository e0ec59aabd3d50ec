import { type ImportedTarget, type Quantity } from '../imported-run.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { type RotorTable, tubeOf } from './table-kinds.ts'

/**
 * Read crossing points: a row for each tube (`No.`), with its sample, what it is, and the concentration of a
 * standard. The target is the name behind the channel in the heading.
 */
export function readResults(
  { title, table }: RotorTable,
  channel: string,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  const seen = new Set<ImportedTarget>()
  const given = table.keys.findIndex((key) => key.startsWith('givenconc'))
  const unit = unitOf(table.names[given] ?? '')
  for (const row of table.rows) {
    const name = table.text(row, 'no')
    const tube = tubeOf(name)
    const place = { ...table.place(row, table.column('no')), well: name.slice(0, 40) }
    if (tube === null) {
      draft.notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', place)
      continue
    }
    const well = draft.openWell({ row: tube - 1, column: 0 })
    draft.nameSample(well, table.text(row, 'name'), place)
    const word = table.text(row, 'type')
    const type = draft.readType(well, /^none$/i.test(word) ? '' : word, place)
    const target = draft.openTarget(well, title.target, channel)
    if (seen.has(target)) {
      draft.notices.add('target_twice', { ...place, target: target.target })
      continue
    }
    seen.add(target)
    const cq = numbers.maybe(table, row, 'ct')
    target.cq = cq !== null && cq > 0 ? cq : null
    target.cqGiven = true
    target.note = table.text(row, 'ctcomment') || null
    const value = given < 0 ? Number.NaN : numbers.read(table, row, given)
    if (type === 'standard' && value > 0) target.quantity = { value, unit }
  }
}

/** Return the unit of `Given Conc (copies/ul)`; other units of the software are not in a volume that is known. */
function unitOf(header: string): Quantity['unit'] {
  return /\(\s*copies\s*\/\s*[uµμ]l\s*\)/i.test(header) ? 'cop' : 'other'
}
