import { useEffect, useMemo } from 'react'
import { compareKeys, sortKey } from '../../i18n/format.ts'
import type { Column, Sort } from './column.ts'

/** Texts prepared between two looks at the page. */
const sliceRows = 500
/** Not while rows keep coming, as in a first sync: that has better use for the time. */
const quietMs = 2000

/** What the filter looks in, of each row once as long as the columns are the same. */
interface Texts<Row extends object> {
  ofRow: WeakMap<Row, string>
  /** In the order of a list, as far as they are known. */
  ofList: WeakMap<readonly Row[], Looked>
}

interface Looked {
  texts: (string | undefined)[]
  /** What was looked for last, and the places where it is. */
  wanted: string
  found: readonly number[]
}

const prepared = new WeakMap<readonly Column<never>[], Texts<never>>()

function textsOf<Row extends object>(columns: readonly Column<Row>[]): Texts<Row> {
  const known = prepared.get(columns)
  if (known) return known
  const texts = { ofRow: new WeakMap(), ofList: new WeakMap() }
  prepared.set(columns, texts)
  return texts
}

function lookedIn<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Looked {
  const { ofList } = textsOf(columns)
  const known = ofList.get(rows)
  if (known) return known
  const looked = { texts: Array.from<undefined>({ length: rows.length }), wanted: '', found: [] }
  ofList.set(rows, looked)
  return looked
}

function textOf<Row extends object>(row: Row, columns: readonly Column<Row>[]): string {
  const { ofRow } = textsOf(columns)
  const known = ofRow.get(row)
  if (known !== undefined) return known
  let text = ''
  for (const column of columns) {
    if (!column.unfiltered) text += `${column.value(row) ?? ''}\n`
  }
  const lower = text.toLowerCase()
  ofRow.set(row, lower)
  return lower
}

/**
 * Rows sorted and filtered; rows without a value come last either way. Nothing is made for a row or a cell: of tens of
 * thousands that would be felt with each key.
 */
export function useFoundRows<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: Sort | null
  filter: string
}): readonly Row[] {
  const { columns, rows, sort, filter } = options
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  usePreparedTexts(sorted, columns)
  return useMemo(() => filterRows(sorted, columns, filter), [sorted, columns, filter])
}

export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filter: string,
): readonly Row[] {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return rows
  const looked = lookedIn(rows, columns)
  const holds = (at: number) =>
    (looked.texts[at] ??= textOf(rows[at] as Row, columns)).includes(wanted)
  // Where a key was added, it can only be where the text without it was.
  const isNarrower = looked.wanted !== '' && wanted.includes(looked.wanted)
  looked.found = isNarrower ? looked.found.filter(holds) : placesWhere(rows.length, holds)
  looked.wanted = wanted
  return looked.found.map((at) => rows[at] as Row)
}

function placesWhere(length: number, holds: (at: number) => boolean): number[] {
  const places: number[] = []
  for (let at = 0; at < length; at += 1) if (holds(at)) places.push(at)
  return places
}

export function sortRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.id)
  if (!sort || !column) return rows
  const values = rows.map((row) => column.value(row) ?? null)
  const ranks = rankValues(values)
  const sign = sort.desc ? -1 : 1
  const order = rows.map((_, at) => at)
  order.sort((one, other) => {
    const [left, right] = [ranks[one] as number, ranks[other] as number]
    if (left === right) return one - other
    if (left < 0 || right < 0) return left < 0 ? 1 : -1
    return sign * (left - right)
  })
  return order.map((at) => rows[at] as Row)
}

/** The place of each value among all, equal ones alike; -1 for none. Few texts are compared where many are the same. */
function rankValues(values: readonly (string | number | null)[]): Float64Array {
  const distinct = [...new Set(values)].filter((value) => value !== null)
  const keyed = distinct.map((value) => ({
    value,
    key: typeof value === 'number' ? null : sortKey(value),
  }))
  keyed.sort((one, other) => {
    if (typeof one.value === 'number' && typeof other.value === 'number')
      return one.value - other.value
    return compareKeys(
      one.key ?? sortKey(String(one.value)),
      other.key ?? sortKey(String(other.value)),
    )
  })
  const places = new Map(keyed.map(({ value }, at) => [value, at]))
  return Float64Array.from(values, (value) => (value === null ? -1 : (places.get(value) ?? -1)))
}

/** While nobody waits, so that the first key typed into the filter need not. */
function usePreparedTexts<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): void {
  useEffect(() => {
    if (rows.length === 0 || !('requestIdleCallback' in globalThis)) return undefined
    const { texts } = lookedIn(rows, columns)
    let at = 0
    const prepare = () => {
      const end = Math.min(rows.length, at + sliceRows)
      for (; at < end; at += 1) texts[at] ??= textOf(rows[at] as Row, columns)
      if (at < rows.length) waiting = requestIdleCallback(prepare)
    }
    let waiting = 0
    const begin = setTimeout(() => (waiting = requestIdleCallback(prepare)), quietMs)
    return () => {
      clearTimeout(begin)
      cancelIdleCallback(waiting)
    }
  }, [rows, columns])
}
