import { findColumn } from '../../../domain/rules/list-words.ts'
import type { ImportedTarget, ImportedWell } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { isNothing } from '../read-numbers.ts'
import type { Place } from '../refuse-file.ts'
import { keyOf } from './sheet.ts'
import type { Table } from './table.ts'
import type { TableNumbers } from './table-numbers.ts'

/** Headers of crossing points, whatever the program: `Cq`, `Ct (dRn)`, `Cp`; no mean of replicates. */
const cqHead = /^(?:c[tqp]|crt|c[tqp]value|c[tq](?:d|delta)?rn?)$/
/** Headers of melting temperatures: `Tm`, `Tm1`, `Melt Temperature`, `Tm Product 1 (-R'(T))`. */
const tmHead = /^(?:tm\d{0,2}|melt(?:ing)?temperature\d?|tmproduct\d.*)(?:°?c)?$/

/** Headers of the concentrations of standards in exports of Bioer's LineGene and FQD-96A, and of their types. */
const [standardHead, propertyHead] = ['stdcon', 'property']

/** Return the column of types; -1 for none. */
export function findType(names: readonly string[]): number {
  const known = findColumn(names, 'sample_type')
  return known < 0 ? names.findIndex((name) => keyOf(name) === propertyHead) : known
}

/** Columns of results beside what is in a well; -1 for none. */
export interface ResultColumns {
  cq: number
  /** Column of the quantities of standards. */
  quantity: number
  tms: number[]
}

/** Find the results in a header; quantities only where a column says which samples are standards. */
export function findResults(names: readonly string[]): ResultColumns {
  const known = findColumn(names, 'quantity')
  const quantity = known < 0 ? names.findIndex((name) => keyOf(name) === standardHead) : known
  return {
    cq: names.findIndex((name) => cqHead.test(keyOf(name))),
    quantity: findType(names) < 0 ? -1 : quantity,
    tms: names.flatMap((name, column) => (tmHead.test(keyOf(name)) ? [column] : [])),
  }
}

/** Return the columns that are there. */
export function columnsOf({ cq, quantity, tms }: ResultColumns): number[] {
  return [cq, quantity, ...tms].filter((column) => column >= 0)
}

/** Take the results of a row for a target; a second Cq that differs has a notice and is not kept. */
export function takeResults(
  { table, row, columns }: { table: Table; row: number; columns: ResultColumns },
  { well, target, place }: { well: ImportedWell; target: ImportedTarget; place: Place },
  { numbers, notices }: { numbers: TableNumbers; notices: NoticeList },
): void {
  const read = (column: number) => numbers.read(table, row, column)
  const cell = table.cell(row, columns.cq)
  if (cell !== '') {
    const value = read(columns.cq)
    const cq = value > 0 ? value : null
    if (target.cqGiven && target.cq !== cq) {
      notices.add('target_twice', { ...place, target: target.target })
      return
    }
    target.cq = cq
    target.cqGiven = Number.isFinite(value) || isNothing(cell)
  }
  if (target.tm.length === 0) target.tm = columns.tms.map(read).filter((tm) => tm > 0)
  const quantity = well.sampleType === 'std' ? read(columns.quantity) : Number.NaN
  if (quantity > 0) target.quantity ??= { value: quantity, unit: 'other' }
}
