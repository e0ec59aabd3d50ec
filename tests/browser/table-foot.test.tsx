import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Column } from '../../web/parts/table/column.ts'
import type { RowsPerPage } from '../../web/parts/table/paging.ts'
import { RecordTable } from '../../web/parts/table/RecordTable.tsx'
import { mount } from './mount.tsx'

type Row = { id: string; name: string }
const columns: Column<Row>[] = [{ id: 'name', header: 'Name', value: (row) => row.name }]
const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: `row ${at + 1}` }))
const rowId = (row: Row) => row.id

function Table({ rows, first = 10 }: { rows: Row[]; first?: RowsPerPage }) {
  const [paging, onPaging] = useState<{ rows: RowsPerPage; page: number }>({
    rows: first,
    page: 1,
  })
  const [filter, onFilter] = useState('')
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <RecordTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowId={rowId}
        filter={filter}
        onFilter={onFilter}
        paging={{ ...paging, onPaging }}
        selected={selected}
        onSelect={onSelect}
        empty={<p>Nothing here</p>}
      />
      <output>{selected.size}</output>
    </>
  )
}

const names = () =>
  [...document.querySelectorAll('[data-row] td:first-child')].map((cell) => cell.textContent)
const ends = () => [names()[0], names().at(-1), names().length]

test('[CONST-044] a list is read page by page, with as many rows as are chosen', async () => {
  mount(<Table rows={makeRows(45)} />)
  await expect.poll(ends).toEqual(['row 1', 'row 10', 10])
  await expect.element(page.getByText('Page 1 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(ends).toEqual(['row 11', 'row 20', 10])
  await page.getByRole('button', { name: 'Next page' }).click()
  // Expect the row that was first to stay in sight.
  const choice = page.getByRole('combobox', { name: 'Rows per page' })
  expect([...choice.element().querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    '10',
    '25',
    '50',
    '100',
    'All',
  ])
  await choice.selectOptions('25')
  await expect.poll(ends).toEqual(['row 1', 'row 25', 25])
  await expect.element(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(ends).toEqual(['row 26', 'row 45', 20])
  await expect
    .element(page.getByRole('button', { name: 'Next page' }))
    .toHaveAttribute('aria-disabled', 'true')
  await choice.selectOptions('All')
  await expect.poll(() => names()[0]).toBe('row 1')
  await expect.element(page.getByText(/^Page /)).not.toBeInTheDocument()
})

test('by keyboard: Alt with Page up and Page down turns the page, and all is what is on it', async () => {
  mount(<Table rows={makeRows(23)} />)
  const grid = page.getByRole('grid').element() as HTMLElement
  grid.focus()
  await userEvent.keyboard('{ArrowDown}{Alt>}{PageDown}{PageDown}{PageDown}{/Alt}')
  await expect.poll(ends).toEqual(['row 21', 'row 23', 3])
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  expect(active?.getAttribute('aria-rowindex')).toBe('22')
  expect(grid.getAttribute('aria-rowcount')).toBe('24')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('3')
  await userEvent.keyboard('{Alt>}{PageUp}{/Alt}')
  await expect.poll(ends).toEqual(['row 11', 'row 20', 10])
})

test('filtered rows are paged, and few rows need no pages', async () => {
  mount(<Table rows={makeRows(45)} />)
  await page.getByRole('searchbox').fill('row 1')
  // Expect row 1 and rows 10 to 19.
  await expect.element(page.getByText('11 of 45 rows')).toBeVisible()
  await expect.element(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('searchbox').fill('row 45')
  await expect.poll(names).toEqual(['row 45'])
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
})

test('a list that shows all offers pages as well', async () => {
  mount(<Table rows={makeRows(30)} first="all" />)
  await expect.poll(() => names().length).toBeGreaterThan(10)
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('10')
  await expect.poll(ends).toEqual(['row 1', 'row 10', 10])
})
