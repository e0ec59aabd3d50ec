import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type {
  ListFilter,
  ListRowView,
  ListView,
} from '../../../../../workers/files/sample-list/list-view.ts'
import type { OpenList } from '../../../../../workers/files/sample-list/open-list.ts'

/** Rows fetched beyond those that are drawn, so that a turn of the wheel finds them there. */
const beyond = 60

interface Held {
  version: number
  filter: ListFilter
  from: number
  rows: readonly ListRowView[]
}

const nothing: Held = { version: -1, filter: 'all', from: 0, rows: [] }

/**
 * Load the rows in sight from the worker by range: the page never holds a whole list. One request at a time; a range
 * that is out of sight again meanwhile is skipped.
 */
export function useListWindow(
  list: RefObject<OpenList | null>,
  view: ListView,
  filter: ListFilter,
  from: number,
  to: number,
) {
  const [held, setHeld] = useState<Held>(nothing)
  const wanted = useRef({ view, filter, from, to })
  const isBusy = useRef(false)
  const latest = useRef(nothing)

  const fetch = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      for (;;) {
        const ask = wanted.current
        if (covers(latest.current, ask.view.version, ask.filter, ask.from, ask.to)) break
        const first = Math.max(0, ask.from - beyond)
        const rows = await list.current?.readRows(ask.filter, first, ask.to + beyond)
        if (!rows) break
        latest.current = { version: ask.view.version, filter: ask.filter, from: first, rows }
        const now = latest.current
        startTransition(() => setHeld(now))
      }
    } catch {
      // Drop the rows when the list was closed, which are no longer wanted.
    } finally {
      isBusy.current = false
    }
  }, [list])
  useEffect(() => {
    wanted.current = { view, filter, from, to }
    void fetch()
  }, [fetch, view, filter, from, to])

  const rowAt = (at: number) => (held.filter === filter ? held.rows[at - held.from] : undefined)
  /** Show a text where it was typed until the worker has judged it. */
  const overwrite = (row: number, column: ListColumn, text: string) =>
    setHeld((before) => ({
      ...before,
      rows: before.rows.map((one) =>
        one.row === row ? { ...one, cells: { ...one.cells, [column]: text } } : one,
      ),
    }))
  return { rowAt, overwrite, isEmpty: held === nothing }
}

/** Return true if the window covers a range; one that ends early ends with the rows. */
function covers(held: Held, version: number, filter: ListFilter, from: number, to: number) {
  return (
    held.version === version &&
    held.filter === filter &&
    held.from <= from &&
    held.from + held.rows.length >= to
  )
}
