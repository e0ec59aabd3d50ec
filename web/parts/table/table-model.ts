import type { Column, Sort } from './column.ts'
import { useFoundRows } from './found-rows.ts'

/** Rows as they are shown, by their place. */
export interface TableModel<Row> {
  length: number
  at: (index: number) => { id: string; original: Row } | undefined
  ids: () => string[]
}

/** Rows sorted and filtered; rows without a value come last either way. */
export function useTableModel<Row extends object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort: Sort | null
  filter: string
  hidden: ReadonlySet<string>
}): TableModel<Row> {
  const { rowId } = options
  const found = useFoundRows(options)
  return {
    length: found.length,
    at: (index) => {
      const original = found[index]
      return original && { id: rowId(original), original }
    },
    ids: () => found.map(rowId),
  }
}
