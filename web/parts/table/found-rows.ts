import { useEffect, useMemo } from 'react'
import { compareKeys, sortKey } from '../../i18n/format.ts'
import type { Column, Sort } from './column.ts'
import { sameEnds } from './same-ends.ts'

/** Texts prepared between two looks at the page. */
const sliceRows = 500
/** Not while rows keep coming, as in a first sync: that has better use for the time. */
const quietMs = 2000

/** Texts that the filter searches, made once for each row while the columns are the same. */
interface Texts<Row extends object> {
  ofRow: WeakMap<Row, string>
  ofList: WeakMap<readonly Row[], Looked>
  /** Of the list that was looked at last: the next one differs from it in little. */
  last: WeakRef<Looked> | null
}

/** Results of a search, row by row. */
interface Looked {
  rows: readonly object[]
  /** Undefined as long as nobody has looked. */
  texts: (string | undefined)[]
  /** Text of the last search. */
  wanted: string
  hits: Uint8Array
}

const nothing: Looked = { rows: [], texts: [], wanted: '', hits: new Uint8Array() }

const hit = { unknown: 0, no: 1, yes: 2 } as const

const prepared = new WeakMap<readonly Column<never>[], Texts<never>>()

function textsOf<Row extends object>(columns: readonly Column<Row>[]): Texts<Row> {
  const known = prepared.get(columns)
  if (known) return known
  const texts = { ofRow: new WeakMap(), ofList: new WeakMap(), last: null }
  prepared.set(columns, texts)
  return texts
}

function lookedIn<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Looked {
  const texts = textsOf(columns)
  const known = texts.ofList.get(rows)
  if (known) return known
  const looked = carryOver(texts.last?.deref() ?? nothing, rows)
  texts.ofList.set(rows, looked)
  texts.last = new WeakRef(looked)
  return looked
}

/** Return the results for the rows that both lists share at their beginning and end. */
function carryOver(before: Looked, rows: readonly object[]): Looked {
  const { first, last } = sameEnds(before.rows, rows)
  const end = before.rows.length - last
  const hits = new Uint8Array(rows.length)
  hits.set(before.hits.subarray(0, first))
  hits.set(before.hits.subarray(end), rows.length - last)
  const between = Array.from<undefined>({ length: rows.length - first - last })
  const texts = before.texts.slice(0, first).concat(between, before.texts.slice(end))
  return { rows, texts, wanted: before.wanted, hits }
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
 * Sort and filter rows; rows without a value come last in both directions. Allocate nothing per row or cell: with tens
 * of thousands that would be noticed at each key.
 */
export function useFoundRows<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: Sort | null
  filter: string
}): readonly Row[] {
  const { columns, rows, sort, filter } = options
  // The same sort is another object at each reading of the address.
  const [id, desc] = [sort?.id, sort?.desc]
  const sorted = useMemo(
    () => sortRows(rows, columns, id === undefined ? null : { id, desc: desc === true }),
    [rows, columns, id, desc],
  )
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
  const { texts, hits, wanted: before } = looked
  if (wanted !== before) forget(hits, before !== '' && wanted.includes(before))
  looked.wanted = wanted
  const found: Row[] = []
  for (let at = 0; at < rows.length; at += 1) {
    if (hits[at] === hit.unknown) {
      const text = (texts[at] ??= textOf(rows[at] as Row, columns))
      hits[at] = text.includes(wanted) ? hit.yes : hit.no
    }
    if (hits[at] === hit.yes) found.push(rows[at] as Row)
  }
  return found
}

/** @param isNarrower a key was added: what is wanted can only be where the text without it was. */
function forget(hits: Uint8Array, isNarrower: boolean): void {
  if (!isNarrower) hits.fill(hit.unknown)
  else for (let at = 0; at < hits.length; at += 1) if (hits[at] === hit.yes) hits[at] = hit.unknown
}

export function sortRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.id)
  if (!sort || !column) return rows
  return orderOf(column, rows, sort.desc).map((at) => rows[at] as Row)
}

/** Order of the rows by a column, with the values that it was made of. */
interface Order {
  values: readonly (string | number | null)[]
  desc: boolean
  places: readonly number[]
}

const lastOrders = new WeakMap<Column<never>, Order>()

/** Order rows by the values of a column. While a list changes live its names stay, and so does their order. */
function orderOf<Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
  desc: boolean,
): readonly number[] {
  const values = rows.map((row) => column.value(row) ?? null)
  const last = lastOrders.get(column)
  const isSame =
    last?.desc === desc &&
    last.values.length === values.length &&
    last.values.every((value, at) => value === values[at])
  if (isSame) return last.places
  const ranks = rankValues(values)
  const sign = desc ? -1 : 1
  const places = rows.map((_, at) => at)
  places.sort((one, other) => {
    const [left, right] = [ranks[one] as number, ranks[other] as number]
    if (left === right) return one - other
    if (left < 0 || right < 0) return left < 0 ? 1 : -1
    return sign * (left - right)
  })
  lastOrders.set(column, { values, desc, places })
  return places
}

/** Rank the values, equal ones alike; -1 for none. Each distinct text is compared once. */
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

/** Prepare the texts while the browser is idle, so that the first key in the filter need not wait. */
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
