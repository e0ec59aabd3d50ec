import { useEffect, useMemo } from 'react'
import { foldText, hasWords, searchWords } from '../../../domain/rules/fold-text.ts'
import { compareKeys, sortKey } from '../../i18n/format.ts'
import type { Column } from './column.ts'
import { sameEnds } from './same-ends.ts'
import { readSort, type Sort, writeSort } from './sort.ts'

/** Texts prepared between two looks at the page. */
const sliceRows = 500
/** Not while rows keep coming, as in a first sync: that has better use for the time. */
const quietMs = 2000

/** Texts that the filter searches, made once for each row while the columns are the same. */
interface Texts<Row extends object> {
  ofRow: WeakMap<Row, string>
  ofList: WeakMap<readonly Row[], Looked>
  /** List that was looked at last: the next one differs from it in little. */
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
  const folded = foldText(text)
  ofRow.set(row, folded)
  return folded
}

/**
 * Sort and filter rows; rows without a value come last in both directions. Allocate nothing per row or cell: with tens
 * of thousands that would be noticed at each key.
 */
export function useFoundRows<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: Sort
  filter: string
}): readonly Row[] {
  const { columns, rows, sort, filter } = options
  // Compare the text: the same sort is another object at each reading of the address.
  const order = writeSort(sort)
  const sorted = useMemo(() => sortRows(rows, columns, readSort(order)), [rows, columns, order])
  usePreparedTexts(sorted, columns)
  return useMemo(() => filterRows(sorted, columns, filter), [sorted, columns, filter])
}

export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filter: string,
): readonly Row[] {
  const words = searchWords(filter)
  const wanted = words.join(' ')
  if (wanted === '') return rows
  const looked = lookedIn(rows, columns)
  const { texts, hits, wanted: before } = looked
  if (wanted !== before) forget(hits, before !== '' && wanted.includes(before))
  looked.wanted = wanted
  const found: Row[] = []
  for (let at = 0; at < rows.length; at += 1) {
    if (hits[at] === hit.unknown) {
      const text = (texts[at] ??= textOf(rows[at] as Row, columns))
      hits[at] = hasWords(text, words) ? hit.yes : hit.no
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

/** Sort rows by one column after the other; what is equal in all of them stays as it is. */
export function sortRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort,
): readonly Row[] {
  const keys = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id)
    return column ? [{ column, sign: desc ? -1 : 1 }] : []
  })
  return keys.length === 0 ? rows : orderOf(keys, rows).map((at) => rows[at] as Row)
}

/** Ranks of the rows by a column, with the values that they were made of. */
interface Ranks {
  values: readonly (string | number | null)[]
  ranks: Float64Array
}

/** Order of the rows, with the ranks that it was made of. */
interface Order {
  ranks: readonly Float64Array[]
  signs: readonly number[]
  places: readonly number[]
}

const lastRanks = new WeakMap<Column<never>, Ranks>()
const lastOrders = new WeakMap<Column<never>, Order>()

/** Order rows by columns. While a list changes live its names stay, and so does their order. */
function orderOf<Row extends object>(
  keys: readonly { column: Column<Row>; sign: number }[],
  rows: readonly Row[],
): readonly number[] {
  const first = keys[0]!.column
  const ranks = keys.map(({ column }) => ranksOf(column, rows))
  const signs = keys.map(({ sign }) => sign)
  const last = lastOrders.get(first)
  if (last && isSameList(last.ranks, ranks) && isSameList(last.signs, signs)) return last.places
  const places = rows.map((_, at) => at)
  places.sort((one, other) => {
    for (let key = 0; key < ranks.length; key += 1) {
      const [left, right] = [ranks[key]![one] as number, ranks[key]![other] as number]
      if (left === right) continue
      if (left < 0 || right < 0) return left < 0 ? 1 : -1
      return signs[key]! * (left - right)
    }
    return one - other
  })
  lastOrders.set(first, { ranks, signs, places })
  return places
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

/** Return the ranks of the rows by a column: the same array as long as the values are the same. */
function ranksOf<Row extends object>(column: Column<Row>, rows: readonly Row[]): Float64Array {
  const values = rows.map((row) => column.value(row) ?? null)
  const last = lastRanks.get(column)
  if (last && isSameList(last.values, values)) return last.ranks
  const ranks = rankValues(values)
  lastRanks.set(column, { values, ranks })
  return ranks
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
