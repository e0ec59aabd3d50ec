import type { ImportedTarget } from '../imported-run.ts'
import { nameOfPosition } from '../plate.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { chamberOf, plainDye } from './split-sections.ts'

/** The software's number for a Ct or a temperature that it did not find. */
const none = 999

/** Return the probes of a table of results, by its columns such as `FAM-MGB|Ct|Value`. */
export function probesOf({ names }: Table): string[] {
  return [...new Set(names.flatMap((name) => /^([^|]+)\|Ct\|Value$/.exec(name)?.[1] ?? []))]
}

/**
 * Read the results: a row for each chamber with the sample, its type and relative concentration, and for each probe the
 * assay, Ct, call and melting temperature. The threshold belongs to curves that the software has corrected and is not taken.
 */
export function readChambers(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  const probes = probesOf(table)
  const column = (pattern: RegExp) => table.names.findIndex((name) => pattern.test(name))
  const [name, kind, concentration, comment] = [
    column(/\|Sample\|Name$/),
    column(/\|Sample\|Type$/),
    column(/\|Sample\|rConc$/),
    column(/\|Defined\|Comments$/),
  ] as [number, number, number, number]
  const read = new Set([0, name, kind, concentration, comment])
  const own = probes.map((probe) => {
    const find = (rest: string) => table.names.indexOf(`${probe}|${rest}`)
    const columns = {
      assay: table.names.findIndex((one) => one.endsWith(`|${probe}|Name`)),
      ct: find('Ct|Value'),
      call: find('Ct|Call'),
      tm: find('Tm|In Range'),
    }
    for (const one of Object.values(columns)) read.add(one)
    return { probe, ...columns }
  })
  nameOthers(table, read, draft)
  for (const row of table.rows) {
    const chamber = table.cell(row, 0)
    const position = chamberOf(chamber)
    const place = table.place(row, 0)
    if (!position) {
      const code = table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored'
      draft.notices.add(code, place, { well: chamber.slice(0, 40) })
      continue
    }
    const well = draft.openWell(position)
    const named = { ...place, well: nameOfPosition(position) }
    draft.nameSample(well, table.cell(row, name), named)
    const type = draft.readType(well, table.cell(row, kind), named)
    const quantity = concentration < 0 ? Number.NaN : numbers.read(table, row, concentration)
    for (const { probe, assay, ct, call, tm } of own) {
      const target = draft.openTarget(well, table.cell(row, assay), plainDye(probe))
      if (target.cqGiven) {
        draft.notices.add('target_twice', { ...named, target: target.target })
        continue
      }
      takeResult(target, {
        cq: numbers.read(table, row, ct),
        tm: tm < 0 ? Number.NaN : numbers.read(table, row, tm),
        call: table.cell(row, call),
        note: table.cell(row, comment),
      })
      if (type === 'standard' && quantity > 0) target.quantity = { value: quantity, unit: 'other' }
    }
  }
}

function takeResult(
  target: ImportedTarget,
  result: { cq: number; tm: number; call: string; note: string },
): void {
  target.cqGiven = true
  target.cq = result.cq > 0 && result.cq < none ? result.cq : null
  target.tm = result.tm > 0 && result.tm < none ? [result.tm] : []
  target.call = result.call || null
  target.note = result.note || null
}

/** Name the columns that are not read, once for each of their names. */
function nameOthers(table: Table, read: ReadonlySet<number>, draft: RunDraft): void {
  const others = new Map<string, number>()
  for (const [column, name] of table.names.entries()) {
    if (read.has(column)) continue
    const element = name.replaceAll('|', ' ').trim()
    const count = table.rows.filter((row) => table.cell(row, column) !== '').length
    if (element !== '') others.set(element, (others.get(element) ?? 0) + count)
  }
  for (const [element, count] of others) {
    if (count > 0) draft.notices.add('element_ignored', { path: element }, { element, count })
  }
}
