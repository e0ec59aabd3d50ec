import { useEffect, useMemo } from 'react'
import { compareKeys, sortKey } from '../../i18n/format.ts'
import type { Column, Sort } from './column.ts'

/** Above so many rows a table is filtered and sorted here: an object per row and column would be felt with each key. */
export const manyRows = 2000

/** Texts prepared between two looks at the page. */
const sliceRows = 1000

const prepared = new WeakMap<readonly Column<never>[], WeakMap<object, string>>()

/** What the filter looks in, of each row once as long as the columns are the same. */
function textsOf<Row extends object>(columns: readonly Column<Row>[]): WeakMap<Row, string> {
  const known = prepared.get(columns)
  if (known) return known
  const texts = new WeakMap<Row, string>()
  prepared.set(columns, texts)
  return texts
}

function textOf<Row extends object>(
  row: Row,
  columns: readonly Column<Row>[],
  texts: WeakMap<Row, string>,
): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  let text = ''
  for (const column of columns) {
    if (!column.unfiltered) text += `${column.value(row) ?? ''}\n`
  }
  const lower = text.toLowerCase()
  texts.set(row, lower)
  return lower
}

/** Rows sorted and filtered, for tables of many; rows without a value come last either way. */
export function useManyRows<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: Sort | null
  filter: string
}): readonly Row[] {
  const { columns, rows, sort, filter } = options
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  usePreparedTexts(rows, columns)
  return useMemo(() => filterRows(sorted, columns, filter), [sorted, columns, filter])
}

export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filter: string,
): readonly Row[] {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return rows
  const texts = textsOf(columns)
  return rows.filter((row) => textOf(row, columns, texts).includes(wanted))
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
    const texts = textsOf(columns)
    let at = 0
    const prepare = () => {
      const end = Math.min(rows.length, at + sliceRows)
      for (; at < end; at += 1) textOf(rows[at] as Row, columns, texts)
      if (at < rows.length) waiting = requestIdleCallback(prepare)
    }
    let waiting = requestIdleCallback(prepare)
    return () => cancelIdleCallback(waiting)
  }, [rows, columns])
}
