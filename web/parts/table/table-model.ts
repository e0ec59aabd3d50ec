import type { RowData } from '@tanstack/react-table'
import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { compareTexts } from '../../i18n/format.ts'
import type { Column, Sort } from './column.ts'
import { manyRows, useManyRows } from './many-rows.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
})

type Readable = { getValue: (id: string) => unknown }

function compareRows(a: Readable, b: Readable, id: string): number {
  const [left, right] = [a.getValue(id), b.getValue(id)]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareTexts(String(left), String(right))
}

function holdsText(row: Readable, id: string, wanted: unknown): boolean {
  const value = row.getValue(id) as string | number | undefined
  return value !== undefined && String(value).toLowerCase().includes(String(wanted).toLowerCase())
}

/** Rows as they are shown, by their place. */
export interface TableModel<Row> {
  length: number
  at: (index: number) => { id: string; original: Row } | undefined
  ids: () => string[]
}

/** Rows sorted and filtered, by TanStack Table where they are not very many; rows without a value come last either way. */
export function useTableModel<Row extends RowData & object>(options: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort: Sort | null
  filter: string
  hidden: ReadonlySet<string>
}): TableModel<Row> {
  const { columns, rowId, sort, filter, hidden } = options
  const isLarge = options.rows.length > manyRows
  const many = useManyRows({ columns, rows: isLarge ? options.rows : none, sort, filter })
  const rows = isLarge ? none : options.rows
  const defined = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value(row) ?? undefined,
        sortFn: compareRows,
        sortUndefined: 'last' as const,
        enableGlobalFilter: !column.unfiltered,
      })),
    [columns],
  )
  const state = useMemo(
    () => ({
      sorting: sort ? [sort] : [],
      globalFilter: filter.trim(),
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
    }),
    [sort, filter, hidden],
  )
  const table = useTable({
    features,
    data: rows as Row[],
    columns: defined,
    getRowId: rowId,
    globalFilterFn: holdsText,
    getColumnCanGlobalFilter: () => true,
    state,
  })
  const few = table.getRowModel().rows
  if (!isLarge) {
    return { length: few.length, at: (index) => few[index], ids: () => few.map(({ id }) => id) }
  }
  return {
    length: many.length,
    at: (index) => {
      const original = many[index]
      return original && { id: rowId(original), original }
    },
    ids: () => many.map(rowId),
  }
}

/** The same each time: a new one would be sorted again. */
const none: never[] = []
