import { type ListColumn, listColumns } from '../../../domain/catalog/list-words.ts'
import { headerKey } from '../../../domain/rules/list-words.ts'
import { readCells, startReading } from './index-rows.ts'
import { type ListWish, type TakenRow, type Verdict } from './list-wish.ts'
import { type ListStyles, startJudging } from './judge-rows.ts'
import { listReasons } from './left-out.ts'
import { type ColumnPlaces, type ListHead, missingHeaders, placeColumns } from './list-columns.ts'
import type { ListEdits } from './list-edits.ts'
import { describeHeaders } from './list-headers.ts'
import type { ListFile } from './list-rows.ts'
import type { ListFilter, ListRowView, ListView, RowOutcome } from './list-view.ts'
import { shownHeaders } from './orders/order-line.ts'
import { decideQuantities } from './read-quantity.ts'
import type { ListRow } from './read-row.ts'
import { suggestHeaders } from './suggest-headers.ts'
import { codeOf, rowCodes, startTally } from './tally-rows.ts'

/** A list after a look at all of its rows. */
export interface JudgedList {
  places: ColumnPlaces
  rowAt: (row: number) => ListRow
  judge: (row: number, list: ListRow) => Verdict
  /** Code of each row of the file. */
  codes: Uint8Array
  view: Omit<ListView, 'canUndo' | 'canRedo' | 'version'>
}

const alwaysShown = new Set<ListColumn>(['name', 'well', 'wellRow', 'wellColumn'])
/** Rows that are searched for content of a column. */
const weighedRows = 2000

/** Rows that are searched even if they are empty. */
const shownRows = 100

/** Rows that follow each other without a word on how far it is. */
const stretch = 20_000

/** Judge all rows of a list, with what was changed by hand. @param tell receives the progress, from 0 to 1. */
export function judgeList(
  file: ListFile,
  wish: ListWish,
  edits: ListEdits,
  tell: (part: number) => void,
): JudgedList {
  const { index, header, headerAt } = file
  const aside = file.orders ? shownHeaders.map(headerKey) : []
  const ignored = [...(wish.ignored ?? []), ...aside]
  const head: ListHead = { header, rows: rowsBelow(file), ignored }
  const places = placeColumns(head, wish.settings)
  const missing = missingHeaders(places, wish.settings, wish.type === 'create')
  const readCell = startReading(index)
  const cellAt = edits.hasCells()
    ? (row: number, column: number) => edits.cellOf(row, column) ?? readCell(row, column)
    : readCell
  const rowAt = (row: number) => (column: ListColumn) =>
    places[column] < 0 ? null : cellAt(row, places[column])
  const styleOf = (column: ListColumn) =>
    places[column] < 0
      ? null
      : decideQuantities(eachCell(file, (row) => cellAt(row, places[column])))
  const styles: ListStyles = { quantity: styleOf('quantity'), threshold: styleOf('threshold') }
  const { orders } = file
  const judge = startJudging(wish, styles, orders && ((row) => orders[row - headerAt - 1]))
  const found = new Uint8Array(index.rows)
  const tally = startTally(wish)
  const end = missing.length > 0 ? headerAt + 1 : index.rows
  for (let row = headerAt + 1; row < end; row += 1) {
    if (row % stretch === 0) tell(row / index.rows)
    const verdict: Verdict | 'skipped' = edits.isSkipped(row) ? 'skipped' : judge(row, rowAt(row))
    found[row] = codeOf(verdict)
    if (verdict !== 'skipped' && verdict.kind === 'taken') tally.add(verdict)
  }
  const view = {
    form: file.form,
    encoding: file.encoding,
    delimiter: file.delimiter,
    decimal: (styles.quantity ?? styles.threshold)?.decimal ?? null,
    headerRow: headerAt + 1,
    header,
    headers: describeHeaders(head, places, wish),
    columns: usedColumns(file, places, cellAt),
    missing,
    suggested: missing.length === 0 ? {} : suggestHeaders(head, places),
    ...tally.sum(found, edits.changedRows().length),
  }
  return { places, rowAt, judge, codes: found, view }
}

/** Return the rows of a filter, in the order of the file. */
export function filterRows(
  { codes: all }: JudgedList,
  filter: ListFilter,
  edits: ListEdits,
): Uint32Array {
  if (filter === 'changed') return Uint32Array.from(edits.changedRows())
  const isWanted = wantedCodes(filter)
  const rows = new Uint32Array(all.length)
  let count = 0
  for (let row = 0; row < all.length; row += 1) {
    // Keep a row that was emptied by hand in sight.
    const isShown =
      isWanted(all[row] ?? 0) || (filter === 'all' && all[row] === 0 && edits.isChanged(row))
    if (!isShown) continue
    rows[count] = row
    count += 1
  }
  return rows.slice(0, count)
}

/** Describe a row for the table. */
export function describeRow(list: JudgedList, row: number, edits: ListEdits): ListRowView {
  const { places, rowAt, judge } = list
  const cells = rowAt(row)
  const shown = listColumns.filter((column) => places[column] >= 0)
  const verdict = edits.isSkipped(row) ? ({ kind: 'skipped' } as const) : judge(row, cells)
  return {
    row: row + 1,
    cells: Object.fromEntries(shown.map((column) => [column, cells(column) ?? ''])),
    changed: shown.filter((column) => edits.cellOf(row, places[column]) !== undefined),
    outcome: verdict.kind === 'taken' ? describeTaken(verdict) : verdict,
  }
}

/** Describe a taken row, with its type unless that is unknown. */
function describeTaken({ wells, sample }: TakenRow): RowOutcome {
  const type = sample?.sample_type ?? 'unknown'
  return { kind: 'taken', wells, ...(type !== 'unknown' && { type }) }
}

function wantedCodes(filter: Exclude<ListFilter, 'changed'>): (code: number) => boolean {
  if (filter === 'all') return (code) => code !== rowCodes.empty
  if (filter === 'taken') return (code) => code === rowCodes.taken
  if (filter === 'left') return (code) => code >= rowCodes.left
  const wanted = rowCodes.left + listReasons.indexOf(filter)
  return (code) => code === wanted
}

/** Return the columns of names and wells, and the others that are not empty. */
function usedColumns(
  { index, headerAt }: ListFile,
  places: ColumnPlaces,
  cellAt: (row: number, column: number) => string,
): ListColumn[] {
  const end = Math.min(index.rows, headerAt + 1 + weighedRows)
  const holds = (place: number) => {
    for (let row = headerAt + 1; row < end; row += 1) if (cellAt(row, place) !== '') return true
    return false
  }
  return listColumns.filter(
    (column) => places[column] >= 0 && (alwaysShown.has(column) || holds(places[column])),
  )
}

function* eachCell({ index, headerAt }: ListFile, cellAt: (row: number) => string) {
  for (let row = headerAt + 1; row < index.rows; row += 1) yield cellAt(row)
}

/** Return rows from which the content of a column can be seen, skipping nearly empty ones. */
function rowsBelow({ index, headerAt }: ListFile): string[][] {
  const end = Math.min(index.rows, headerAt + 1 + weighedRows)
  const rows: string[][] = []
  for (let row = headerAt + 1; row < end; row += 1) {
    const cells = readCells(index, row)
    if (rows.length < shownRows || cells.filter(Boolean).length > 1) rows.push(cells)
  }
  return rows
}
