import { columnOfHeader, findColumn, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { nameOfPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import {
  columnsOf,
  findResults,
  findType,
  type ResultColumns,
  takeResults,
} from '../tables/result-columns.ts'
import { isNumber } from '../tables/sheet.ts'
import type { Table } from '../tables/table.ts'
import type { CurveContext, CurveTable } from './read-columns.ts'
import { type CurveLabel, readLabel, readPlace, takeDyes } from './curve-labels.ts'
import { cycleOf, dyeHead, isTotal, temperatureOf } from './table-kinds.ts'

/** Columns beside the cycles that are read; -1 for none. */
interface RowColumns {
  well: number
  sample: number
  target: number
  dye: number
  type: number
}

/** Curves by rows, with their names and the columns that tell of them. */
export interface CurveRows {
  rows: number[]
  labels: CurveLabel[]
  columns: RowColumns
  results: ResultColumns
  /** Tells curves apart by their targets, as nothing names their dyes. */
  areTargets: boolean
}

/**
 * Find what the columns beside the cycles are: the wells by their header where most of its cells name one, for samples have
 * names like wells as well, else by their content, the others by their headers. Without names of wells a column of numbers
 * with the header of one counts (`Well`, `Pos`), else the curves have the name in the first column.
 */
export function openRows({ table, from, count }: CurveTable): CurveRows {
  const beside = table.keys
    .map((_, column) => column)
    .filter((column) => column < from || column >= from + count)
  /** Rows whose cell in a column names a well. */
  const share = new Map(beside.map((column) => [column, 0]))
  const shareOf = (column: number) => share.get(column) ?? 0
  const holdsCurve = (
    row: number,
    labels: readonly Pick<CurveLabel, 'text' | 'number'>[],
    hasWell: boolean,
  ) => {
    // Ask for the well too: a sample may be called `Growth media` or `Std`, and a row that names its well or tube is a curve.
    const isNamed = hasWell || labels.some(({ number }) => number !== null)
    if (!isNamed && labels.some(({ text }) => isTotal(text))) return false
    // Begin with the first cycle, which has a value in most rows, so that no other cell has to be cut out.
    for (let cycle = 0; cycle < count; cycle++) {
      if (/\d/.test(table.cell(row, from + cycle))) return true
    }
    return hasWell && table.countFilled(row) > 1
  }
  const rows = table.rows.filter((row) => {
    const labels = beside.map((column) => readPlace(table.cell(row, column)))
    const named = beside.filter((_, i) => labels[i]?.position)
    const isCurve = holdsCurve(row, labels, named.length > 0)
    if (isCurve) for (const column of named) share.set(column, shareOf(column) + 1)
    return isCurve
  })
  const named = (passes: (name: string) => boolean) =>
    beside.find((column) => passes(table.names[column] ?? '')) ?? -1
  const byContent = beside.reduce(
    (best, column) =>
      shareOf(column) > (best < 0 ? rows.length / 2 : shareOf(best)) ? column : best,
    -1,
  )
  const byHead = named((name) => columnOfHeader(name)?.column === 'well')
  const isTold = byHead >= 0 && shareOf(byHead) > rows.length / 2
  const well = byContent >= 0 && !isTold ? byContent : byHead >= 0 ? byHead : (beside[0] ?? -1)
  // Look for results beside the cycles only.
  const besideNames = table.names.map((name, column) => (beside.includes(column) ? name : ''))
  const columns: RowColumns = {
    well,
    sample: findColumn(besideNames, 'name'),
    target: named(isTargetHeader),
    dye: beside.find((column) => dyeHead.test(table.keys[column] ?? '')) ?? -1,
    type: findType(besideNames),
  }
  const labels = rows.map((row) => {
    table.sheet.memory.take(memoryOf.group, table.place(row))
    const label = readLabel(table.cell(row, well), row)
    const dye = table.cell(row, columns.dye) || label.dye
    return { ...label, dye, isWell: well === byHead && isTold }
  })
  if (columns.dye < 0) takeDyes(labels, '')
  // Give channels of their own to several targets of a well whose dyes nothing names.
  const areTargets = new Set(labels.map(({ text, dye }) => `${text} ${dye}`)).size < labels.length
  if (areTargets) {
    for (const label of labels) label.dye ||= table.cell(label.at, columns.target)
  }
  return { rows, labels, columns, results: findResults(besideNames), areTargets }
}

/** Add the curves of a table with a row for each. */
export function addRows(
  { table, from, count, phase }: CurveTable,
  { rows, labels, columns, results }: CurveRows,
  { draft, numbers, places, channel: common, dye: ofTable }: CurveContext,
): void {
  nameOthers(table, { from, count, columns, results }, draft.notices)
  const known = new Set(rows)
  for (const row of table.rows) {
    if (!known.has(row)) draft.notices.add('line_ignored', table.place(row))
  }
  const read = phase === 'melt' ? temperatureOf : cycleOf
  const at = Array.from({ length: count }, (_, i) => read(table.keys[from + i] ?? ''))
  const hasTargets = rows.some((row) => table.cell(row, columns.target) !== '')
  for (const [i, row] of rows.entries()) {
    const label = labels[i]
    const position = label && places.positionOf(label)
    const place = table.place(row, columns.well)
    if (!position) {
      const code = table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored'
      draft.notices.add(code, place, { well: label?.text.slice(0, 40) ?? '' })
      continue
    }
    const well = draft.openWell(position)
    const named = { ...place, well: nameOfPosition(position) }
    const sample = table.cell(row, columns.sample)
    const own = places.placing === 'order' ? label.name : label.sample
    draft.nameSample(well, sample || own, named)
    draft.readType(well, table.cell(row, columns.type), named)
    const values = at.map((_, cycle) => numbers.read(table, row, from + cycle))
    const channel = label.dye || common
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve(phase, position, channel)) {
      draft.notices.add('well_twice', { ...named, path: channel })
      continue
    }
    draft.addCurve(phase, { position, channel, at, values, place: named })
    const name = table.cell(row, columns.target)
    // Leave a curve without a target to the account of all curves, where others have one.
    if (name === '' && hasTargets) continue
    const target = draft.openTarget(well, name, label.dye || ofTable || channel)
    target.channel ??= channel
    const ofRow = { table, row, columns: results }
    takeResults(ofRow, { well, target, place: named }, { numbers, notices: draft.notices })
  }
}

/** Return true for a column with a number in each row. */
function isMeasured(table: Table, column: number): boolean {
  return table.rows.every((row) => isNumber(table.cell(row, column)))
}

/** Name the columns that are not read. */
function nameOthers(
  table: Table,
  {
    from,
    count,
    columns,
    results,
  }: Pick<CurveTable, 'from' | 'count'> & Pick<CurveRows, 'columns' | 'results'>,
  notices: CurveContext['draft']['notices'],
): void {
  const read = [...Object.values(columns), ...columnsOf(results)]
  const cycles: number[] = []
  for (const [column, name] of table.names.entries()) {
    if ((column >= from && column < from + count) || read.includes(column)) continue
    const filled = table.rows.filter((row) => table.cell(row, column) !== '').length
    const element = name || String(column + 1)
    const key = table.keys[column] ?? ''
    if (filled === 0) continue
    // Expect curves of its own from a second row of cycles; a number that was mistyped is a cycle of these.
    const isMistyped = /\d/.test(key) && !/^tm\d/.test(key) && isMeasured(table, column)
    if (cycleOf(key) >= 0 || temperatureOf(key) > 0 || isMistyped) cycles.push(column)
    else notices.add('element_ignored', { path: element }, { element, count: filled })
  }
  const [first] = cycles
  if (first === undefined) return
  const element = cycles.map((column) => table.names[column] ?? '').join(', ')
  const params = { element: element.slice(0, 40), count: cycles.length }
  notices.add('column_ignored', table.place(table.head, first), params)
}
