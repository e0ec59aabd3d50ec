import { expect, test } from 'vitest'
import type { Column } from '../../web/parts/table/column.ts'
import { writeCsv } from '../../web/record/csv.ts'

interface Row {
  name: string
  at: string
  count: number | null
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'at', header: 'Since', value: ({ at }) => at, text: ({ at }) => `on ${at.slice(0, 10)}` },
  { id: 'count', header: 'Count', kind: 'number', value: ({ count }) => count },
]

test('a file has the cells as they are shown, in the order of rows and columns', async () => {
  const rows = [
    { name: 'B, the second', at: '2026-01-02T10:00:00Z', count: 7 },
    { name: 'A', at: '2026-01-01T10:00:00Z', count: null },
  ]
  expect(await writeCsv(rows, columns)).toBe(
    'Name,Since,Count\r\n"B, the second",on 2026-01-02,7\r\nA,on 2026-01-01,',
  )
})

test('no cell is a formula for a spreadsheet', async () => {
  const rows = [{ name: '=1+1', at: '2026-01-01', count: null }]
  expect(await writeCsv(rows, columns.slice(0, 1))).toBe('Name\r\n"\'=1+1"')
})
