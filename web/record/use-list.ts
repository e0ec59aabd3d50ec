import { useMemo, useRef, useState } from 'react'
import type { Column } from '../parts/table/column.ts'
import { filterRows, sortRows } from '../parts/table/found-rows.ts'
import { shownColumns } from '../parts/table/column-layout.ts'
import { pagedTableAddress } from '../parts/table/table-address.ts'
import type { TableControl } from '../parts/table/table-props.ts'
import { useAddress } from '../use-address.ts'
import { type Chosen, type Facet, pickRows, readChosen } from './facets.ts'
import {
  keepSelection,
  nothingSelected,
  selectMatching,
  selectPage,
  selectRows,
} from './selection.ts'
import { useColumnLayout } from './use-column-layout.ts'

const none: never[] = []

/** Return the names in the address that say which rows a list shows. */
function queryOf(search: URLSearchParams, facets: readonly { id: string }[]): string {
  const names = ['filter', ...facets.map(({ id }) => id)]
  return names.map((name) => `${name}=${search.get(name) ?? ''}`).join('&')
}

/** Keep a list of records in step with its address: chips, filter, order, columns, and selection. */
export function useList<Row extends { uuid: string }>(options: {
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  facets: readonly Facet<Row>[]
  firstSort: string | null
  /** One word, the same for as long as there is such a list. */
  list: string
}) {
  const { rows = none, columns, facets } = options
  const address = useAddress()
  const { search } = address
  const table = pagedTableAddress(address, options.firstSort)
  const choice = useColumnLayout(options.list, columns, address)
  const { layout } = choice
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout])
  const query = queryOf(search, facets)
  // Keep the same object as long as the same is chosen, whatever else the address says.
  const key = JSON.stringify(readChosen(search, facets))
  const chosen = useMemo(() => JSON.parse(key) as Chosen, [key])
  const narrowed = useMemo(() => pickRows(rows, facets, chosen), [rows, facets, chosen])
  const control = useRef<TableControl<Row>>(null)
  const [held, hold] = useState(nothingSelected)
  const selection = useMemo(
    () =>
      held.ids.size === 0
        ? held
        : keepSelection(held, new Set(rows.map(({ uuid }) => uuid)), query),
    [held, rows, query],
  )
  /** All rows that match, in the order on show: sorted only where somebody asks. */
  const listMatching = () =>
    filterRows(sortRows(narrowed, columns, table.sort), columns, table.filter)
  return {
    address,
    table: { ...table, ...choice },
    /** One word, under which columns and views are kept, and a CSV is saved. */
    name: options.list,
    facets,
    /** All records, whatever the chips say. */
    all: rows,
    rows: narrowed,
    chosen,
    control,
    allColumns: columns,
    /** Columns on show, in their order. */
    columns: shown,
    listMatching,
    selection,
    select: {
      rows: (ids: ReadonlySet<string>) => hold(selectRows(ids, control.current?.ids() ?? [])),
      page: () => hold(selectPage(control.current?.ids() ?? [])),
      matching: () =>
        hold(
          selectMatching(
            listMatching().map(({ uuid }) => uuid),
            query,
            Date.now(),
          ),
        ),
      none: () => hold(nothingSelected),
    },
  }
}

export type RecordList<Row extends { uuid: string }> = ReturnType<typeof useList<Row>>
