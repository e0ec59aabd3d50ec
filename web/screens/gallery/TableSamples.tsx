import { useMemo, useState } from 'react'
import { formatCq, formatDateTime, formatNumber } from '../../i18n/format.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import type { Column } from '../../parts/table/column.ts'
import { standardLayout } from '../../parts/table/column-layout.ts'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import type { RowsPerPage } from '../../parts/table/paging.ts'
import type { Row } from './made-up.ts'
import { makeRows } from './made-up.ts'

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, fixed: true },
  {
    id: 'number',
    header: 'Number',
    kind: 'number',
    value: (row) => row.number,
    cell: (row) => formatNumber(row.number),
  },
  {
    id: 'cq',
    header: 'Cq',
    kind: 'number',
    value: (row) => row.share,
    cell: (row) => formatCq(row.share),
  },
  {
    id: 'when',
    header: 'When',
    kind: 'date',
    value: (row) => row.when,
    cell: (row) => formatDateTime(row.when),
    unfiltered: true,
  },
]
const rowId = (row: Row) => row.id

export function TableSamples() {
  const [count, setCount] = useState(2_000)
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  const [paging, onPaging] = useState<{ rows: RowsPerPage; page: number }>({ rows: 'all', page: 1 })
  const [layout, setLayout] = useState(standardLayout)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['1', '2']))
  const rows = useMemo(() => makeRows(count), [count])
  return (
    <RecordTable
      label="Made-up rows"
      columns={columns}
      rows={rows}
      rowId={rowId}
      sort={sort}
      onSort={setSort}
      filter={filter}
      onFilter={setFilter}
      paging={{ ...paging, onPaging }}
      layout={layout}
      onLayout={setLayout}
      selected={selected}
      onSelect={setSelected}
      isPointed={(row) => row === rows[2]}
      tools={<Button onClick={() => setCount(count === 0 ? 50_000 : 0)}>None, then 50,000</Button>}
      empty={
        <EmptyState icon="list" title="No rows">
          Rows appear here as soon as there are some.
        </EmptyState>
      }
    />
  )
}
