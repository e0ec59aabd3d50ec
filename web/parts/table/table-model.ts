import type { Column } from './column.ts'
import { useFoundRows } from './found-rows.ts'
import { pageSpan, type PageSpan, type Paging } from './paging.ts'
import type { Sort } from './sort.ts'

/** Rows as they are shown, by their place on the page. */
export interface TableModel<Row> {
  length: number
  /** Rows of all pages. */
  count: number
  span: PageSpan
  at: (index: number) => { id: string; original: Row } | undefined
  ids: () => string[]
}

/** Sort and filter rows, and return those of one page; rows without a value come last in both directions. */
export function useTableModel<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort: Sort
  filter: string
  paging?: Paging | undefined
}): TableModel<Row> {
  const { rowId, paging } = options
  const found = useFoundRows(options)
  const span = pageSpan(found.length, paging?.rows ?? 'all', paging?.page ?? 1)
  const { from, to } = span
  return {
    length: to - from,
    count: found.length,
    span,
    at: (index) => {
      const original = index >= 0 && from + index < to ? found[from + index] : undefined
      return original && { id: rowId(original), original }
    },
    ids: () => found.slice(from, to).map(rowId),
  }
}
