import type { ImportedTarget } from '../imported-run.ts'
import { parseWell } from '../plate.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import type { LightcyclerTable } from './table-kinds.ts'

/**
 * Read crossing points or melting temperatures: a row for each well, of the filter in the line above. The column of
 * types is there in some versions: martinwellman/odm-qpcr-analyzer, qpcr_analyzer/qpcr_extracter_lightcycler.yaml.
 */
export function readResults(
  { kind, table }: LightcyclerTable,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  const filter = filterOf(table)
  const seen = new Set<ImportedTarget>()
  for (const row of table.rows) {
    const name = table.text(row, 'pos')
    const position = parseWell(name)
    const place = { ...table.place(row, table.column('pos')), well: name.slice(0, 40) }
    if (!position) {
      draft.notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', place)
      continue
    }
    const well = draft.openWell(position)
    draft.nameSample(well, table.text(row, 'name'), place)
    draft.readType(well, table.text(row, 'type'), place)
    const target = draft.openTarget(well, '', filter)
    if (seen.has(target)) draft.notices.add('target_twice', { ...place, target: target.target })
    else if (kind === 'melting') takeTm(target, table, row, numbers)
    else {
      const standard = numbers.maybe(table, row, 'standard')
      if (standard !== null && standard > 0) {
        draft.setType(well, 'std', place)
        target.quantity = { value: standard, unit: 'other' }
      }
      takeCp(target, table, row, numbers)
    }
    seen.add(target)
  }
}

/** Read the filter, such as `Selected Filter: SYBR Green I / HRM Dye (483-533)`; empty without such a line. */
function filterOf({ sheet, head }: Table): string {
  const lines = [...sheet.rows.part(0, head)].map((row) => row.join(' '))
  return (
    /filter:[^\n]*\((\d{3}\s*-\s*\d{3})\)/i.exec(lines.join('\n'))?.[1]?.replaceAll(' ', '') ?? ''
  )
}

/** Take the crossing point; an empty cell means none. */
function takeCp(target: ImportedTarget, table: Table, row: number, numbers: TableNumbers): void {
  const cp = numbers.maybe(table, row, 'cp')
  target.cq = cp !== null && cp > 0 ? cp : null
  target.cqGiven = true
  if (/^false$/i.test(table.text(row, 'include', 'inc'))) target.excluded = ''
  target.note = table.text(row, 'status') || null
}

function takeTm(target: ImportedTarget, table: Table, row: number, numbers: TableNumbers): void {
  const tms = [1, 2, 3, 4].map((n) => numbers.maybe(table, row, `tm${n}`))
  target.tm = tms.filter((tm) => tm !== null && tm > 0) as number[]
}
