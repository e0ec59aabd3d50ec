import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Column } from '../../web/parts/table/column.ts'
import { RecordTable } from '../../web/parts/table/RecordTable.tsx'
import { type Sort, unsorted } from '../../web/parts/table/sort.ts'
import { mount } from './mount.tsx'

type Row = { id: string; name: string; cq: number | null }
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'cq', header: 'Cq', kind: 'number', value: (row) => row.cq },
]
const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: `row ${at}`,
    cq: at % 5 === 3 ? null : (at * 7919) % 1009,
  }))
const rowId = (row: Row) => row.id

function Table({ rows, onOpen }: { rows: Row[]; onOpen?: (row: Row) => void }) {
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <RecordTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowId={rowId}
        sort={sort}
        onSort={setSort}
        filter={filter}
        onFilter={setFilter}
        selected={selected}
        onSelect={setSelected}
        empty={<p>Nothing here</p>}
        {...(onOpen ? { onOpen } : {})}
      />
      <output>{[...selected].join(' ')}</output>
    </>
  )
}

const firstNames = () =>
  [...document.querySelectorAll('[data-row] td:first-child')]
    .slice(0, 3)
    .map((cell) => cell.textContent)

/** Measure the median time of two frames while a table is scrolled by pages, ms. */
async function scrollTable(table: HTMLElement, by: number): Promise<number> {
  const scroller = table.querySelector('[role=grid]')?.parentElement as HTMLElement
  const frames: number[] = []
  for (let step = 0; step < 21; step++) {
    const before = performance.now()
    scroller.scrollTop += by
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    frames.push(performance.now() - before)
  }
  return frames.sort((a, b) => a - b)[10] as number
}

test('50,000 rows: few are drawn, and scrolling costs no more than that of 2,000', async () => {
  const many = mount(<Table rows={makeRows(50_000)} />)
  const rowsOf = (table: HTMLElement) => [...table.querySelectorAll('[data-row]')]
  await expect.poll(firstNames).toEqual(['row 0', 'row 1', 'row 2'])
  const start = performance.now()
  many.querySelectorAll<HTMLElement>('th button')[1]?.click()
  await expect.poll(() => firstNames()[1], { interval: 5 }).toBe('row 1009')
  console.info(`sorting 50,000 rows: ${(performance.now() - start).toFixed(0)} ms`)
  const few = mount(<Table rows={makeRows(2_000)} />)
  await expect.poll(() => rowsOf(few).length).toBeGreaterThan(5)
  const short = await scrollTable(few, 2_000)
  const long = await scrollTable(many, 4_000)
  console.info(`two frames of scrolling: ${short.toFixed(0)} and ${long.toFixed(0)} ms`)
  expect(Number(rowsOf(many)[0]?.getAttribute('data-row'))).toBeGreaterThan(1000)
  expect(rowsOf(many).length).toBeLessThan(80)
  expect(long / short).toBeLessThan(2.5)
})

test('rows without a value come last, whichever way it is sorted', async () => {
  const rows = [3, null, 1].map((cq, at) => ({ id: String(at), name: `row ${at}`, cq }))
  mount(<Table rows={rows} />)
  await page.getByRole('button', { name: 'Cq' }).click()
  await expect.poll(firstNames).toEqual(['row 2', 'row 0', 'row 1'])
  await page.getByRole('button', { name: 'Cq' }).click()
  await expect.poll(firstNames).toEqual(['row 0', 'row 2', 'row 1'])
})

test('the filter narrows, says how many are left, and never fails', async () => {
  mount(<Table rows={makeRows(30)} />)
  await page.getByRole('searchbox').fill('ROW 2')
  // Count row 5 too, which has a Cq that begins with 2.
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(12)
  await expect.element(page.getByText('12 of 30 rows')).toBeVisible()
  await page.getByRole('searchbox').fill('no such')
  await expect.element(page.getByText('Nothing matches this filter.')).toBeVisible()
})

test('an empty table says what belongs there', async () => {
  mount(<Table rows={[]} />)
  await expect.element(page.getByText('Nothing here')).toBeVisible()
})

test('rows are chosen and opened by pointer and by keyboard', async () => {
  const opened: string[] = []
  mount(<Table rows={makeRows(30)} onOpen={(row) => opened.push(row.id)} />)
  const chosen = () => document.querySelector('output')?.textContent
  await page.getByText('row 1', { exact: true }).click()
  await page.getByText('row 4', { exact: true }).click({ modifiers: ['Shift'] })
  await expect.poll(chosen).toBe('1 2 3 4')
  await page.getByText('row 2', { exact: true }).click({ modifiers: ['Control'] })
  await expect.poll(chosen).toBe('1 3 4')
  ;(page.getByRole('grid').element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}')
  expect(opened).toEqual(['1'])
})

test('first-use P3: Ctrl+A selects all rows, also with Caps Lock', async () => {
  mount(<Table rows={makeRows(3)} onOpen={() => undefined} />)
  const press = { key: 'A', ctrlKey: true, bubbles: true, cancelable: true }
  page.getByRole('grid').element().dispatchEvent(new KeyboardEvent('keydown', press))
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('0 1 2')
})

test('first-use H14: a wider table gives its room to the texts that would be cut, and cuts no heading', async () => {
  const lengthy = 'Listeria monocytogenes in raw milk cheese'
  const wide: Column<Row>[] = [
    { id: 'name', header: 'Name', value: (row) => row.name, width: 100, fixed: true },
    { id: 'kind', header: 'Probentyp', value: () => 'U', width: 40 },
    { id: 'cq', header: 'Cq-Mittelwert', kind: 'number', value: (row) => row.cq, width: 40 },
    { id: 'sd', header: 'SD', kind: 'number', value: () => 0.1, width: 200 },
  ]
  const holder = mount(
    <div style={{ inlineSize: '800px' }}>
      <RecordTable
        label="Rows"
        columns={wide}
        rows={[{ id: '1', name: lengthy, cq: 20 }]}
        rowId={rowId}
        sort={[{ id: 'cq', desc: false }]}
        onSort={() => {}}
        empty={null}
      />
    </div>,
  )
  const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth
  await expect.element(page.getByText(lengthy)).toBeVisible()
  expect([...holder.querySelectorAll('td')].filter(isCut)).toEqual([])
  for (const heading of holder.querySelectorAll('th')) {
    const [cell, button] = [heading, heading.querySelector('button')!].map((one) =>
      one.getBoundingClientRect(),
    )
    expect(button!.left, heading.textContent).toBeGreaterThanOrEqual(cell!.left)
    expect(button!.right, heading.textContent).toBeLessThanOrEqual(cell!.right)
  }
})
