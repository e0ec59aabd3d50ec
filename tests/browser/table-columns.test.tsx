import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShownSetting } from '../../domain/entities/user-settings.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import type { Column } from '../../web/parts/table/column.ts'
import { RecordPage } from '../../web/record/RecordPage.tsx'
import { keepColumns, takeColumns } from '../../web/state/list-columns.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

interface Row {
  uuid: string
  name: string
  state: string
  day: number
}
const rows: Row[] = Array.from({ length: 12 }, (_, at) => ({
  uuid: `id-${at}`,
  name: `row ${String(at).padStart(2, '0')}`,
  state: at % 2 === 0 ? 'on' : 'off',
  day: at % 3,
}))
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name, fixed: true },
  { id: 'state', header: 'State', value: ({ state }) => state },
  { id: 'day', header: 'Day', kind: 'number', value: ({ day }) => day },
]

function List() {
  const [list] = useState({ rows, isWhole: true, failure: [], again: () => {} })
  return (
    <RecordPage
      name="open"
      file="things"
      title="Things"
      list={list}
      columns={columns}
      firstSort="name"
      nameOf={({ name }) => name}
      empty={{ area: 'analyses', title: 'Nothing yet', text: 'Things appear here.' }}
      panel={({ name }) => ({ facts: [['Name', name]] })}
      actsOf={() => []}
    />
  )
}

/** Bodies of the settings that were sent, and settings that the service has. */
const sent: unknown[] = []
let atService: ShownSetting[] = []

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  sent.length = 0
  atService = []
  // Take another account in each test: what one chose is remembered while the page is open.
  const uuid = crypto.randomUUID()
  keepSessionWith({ refresh: async () => false, who: () => uuid })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('set_settings/lists')) sent.push(JSON.parse(init?.body as string))
    return Response.json({ ok: true, data: { settings: atService } })
  })
  enterProven({ ...operatorAccount, uuid })
  history.replaceState(null, '', location.pathname)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.documentElement.dir = 'ltr'
  endSession({ stay: false })
  history.replaceState(null, '', location.pathname)
})

const headings = () =>
  [...document.querySelectorAll('th[data-column]')].map(
    (cell) => (cell as HTMLElement).dataset['column'],
  )
const heading = (id: string) =>
  document.querySelector<HTMLElement>(`th[data-column=${id}] button`) as HTMLElement
const widthOf = (id: string) =>
  document.querySelector(`th[data-column=${id}]`)?.getBoundingClientRect().width ?? 0
const firstNames = () =>
  [...document.querySelectorAll('[data-row]')]
    .slice(0, 4)
    .map((row) => row.children[1]?.textContent)
const search = () => new URLSearchParams(location.search)
const openMenu = () => page.getByRole('button', { name: 'Columns' }).click()

/** Drag with the real pointer events of a mouse, from one place of the window to another. */
function drag(element: Element, from: number, to: number): void {
  const { top, height } = element.getBoundingClientRect()
  const send = (type: string, clientX: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        clientX,
        clientY: top + height / 2,
      }),
    )
  // Capture nothing: in the browser's own books no pointer is down.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {})
  send('pointerdown', from)
  send('pointermove', (from + to) / 2)
  send('pointermove', to)
  send('pointerup', to)
}

test('columns are hidden and moved in the menu, and stay so when the list is opened again', async () => {
  const first = mount(<List />)
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  await openMenu()
  await page.getByRole('checkbox', { name: 'State' }).click()
  await page.getByRole('button', { name: 'Move Day up' }).click()
  await page.getByRole('button', { name: 'Move Day up' }).click()
  await expect.poll(headings).toEqual(['day', 'name'])
  await expect.element(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled()
  expect(location.search).toBe('')
  first.remove()
  mount(<List />)
  await expect.poll(headings).toEqual(['day', 'name'])
  await openMenu()
  await page.getByRole('button', { name: 'Standard columns' }).click()
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
})

test('what was chosen is sent to the settings of the account, and taken from there on another machine', async () => {
  mount(<List />)
  await openMenu()
  await page.getByRole('checkbox', { name: 'State' }).click()
  await page.getByRole('checkbox', { name: 'Day' }).click()
  await expect
    .poll(() => sent, { timeout: 30_000 })
    .toEqual([{ settings: [{ name: 'things', value: '-state,-day' }] }])
  localStorage.clear()
  takeColumns([{ category: 'lists', name: 'things', value: 'day,name,state' }])
  await expect.poll(headings).toEqual(['day', 'name', 'state'])
})

test('a heading is moved and sized by keys, which keep the focus and say what was done', async () => {
  mount(<List />)
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  heading('state').focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(headings).toEqual(['name', 'day', 'state'])
  await expect.element(page.getByText('State: column 3 of 3')).toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(heading('state'))
  heading('name').focus()
  const before = widthOf('name')
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await expect.poll(() => Math.round(widthOf('name') - before)).toBe(32)
  await expect.element(page.getByText(/^Name: \d+ pixels wide$/)).toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(heading('name'))
})

test('from right to left the keys and the pointer move a heading to the side that they point to', async () => {
  document.documentElement.dir = 'rtl'
  mount(<List />)
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  heading('state').focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.poll(headings).toEqual(['name', 'day', 'state'])
  const before = widthOf('name')
  const edge = document.querySelector('[data-edge=name]') as Element
  const { left } = edge.getBoundingClientRect()
  drag(edge, left + 2, left + 2 - 60)
  await expect.poll(() => Math.round(widthOf('name') - before)).toBe(60)
})

test('an edge that is dragged sizes its column alone, a double press gives the width back', async () => {
  mount(<List />)
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  const [name, state] = [widthOf('name'), widthOf('state')]
  const edge = () => document.querySelector('[data-edge=state]') as Element
  const { right } = edge().getBoundingClientRect()
  drag(edge(), right - 2, right - 2 - 80)
  await expect.poll(() => Math.round(widthOf('state') - state)).toBe(-80)
  expect(widthOf('name')).toBeCloseTo(name, 0)
  await userEvent.dblClick(edge())
  await expect.poll(() => Math.round(widthOf('state'))).not.toBe(Math.round(state - 80))
})

test('a heading that is dragged over another takes its place, and does not sort', async () => {
  mount(<List />)
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  const centre = (id: string) => {
    const { left, width } = heading(id).getBoundingClientRect()
    return left + width / 2
  }
  drag(heading('day'), centre('day'), centre('name'))
  heading('day').click()
  await expect.poll(headings).toEqual(['day', 'name', 'state'])
  expect(search().get('sort')).toBeNull()
})

test('Shift with a press sorts by a further column; the order is in the address, on the headings and in words', async () => {
  mount(<List />)
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('button', { name: 'Day' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Day' }).click({ modifiers: ['Shift'] })
  await expect.poll(() => search().get('sort')).toBe('state,-day')
  await expect.poll(firstNames).toEqual(['row 05', 'row 11', 'row 01', 'row 07'])
  const words = page.getByText('Sorted by State, ascending, then Day, descending').first()
  await expect.element(words).toBeInTheDocument()
  expect(heading('day').textContent).toBe('Day2')
  expect(document.querySelectorAll('th[aria-sort]').length).toBe(1)
})

test('the menu sorts by several columns too, without a pointer', async () => {
  history.replaceState(null, '', `${location.pathname}?sort=state`)
  mount(<List />)
  page.getByRole('button', { name: 'Columns' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const button = page
    .getByRole('list', { name: 'Columns' })
    .getByRole('button', { name: 'Sort by Day' })
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => search().get('sort')).toBe('state,day')
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
})

test('a saved view keeps its columns, whatever is chosen for the list later; a link shows them to others', async () => {
  mount(<List />)
  await openMenu()
  await page.getByRole('checkbox', { name: 'State' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Short')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => search().get('columns')).toBe('-state')
  await page.getByRole('button', { name: 'Short' }).click()
  await page.getByRole('menuitem', { name: 'Everything' }).click()
  await openMenu()
  await page.getByRole('button', { name: 'Standard columns' }).click()
  await expect.poll(headings).toEqual(['name', 'state', 'day'])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Short' }).click()
  await expect.poll(headings).toEqual(['name', 'day'])
  await expect.element(page.getByRole('button', { name: 'Short' })).toBeVisible()
})

test('fifteenth attack A15-15: columns that another machine chose for another list stay as they are', async () => {
  const chosen = (value: string) => ({ category: 'lists', name: 'others', value })
  takeColumns([chosen('-state')])
  // Choose elsewhere while this page is open.
  atService = [chosen('day,state')]
  keepColumns('things', '-day')
  await expect.poll(() => sent, { timeout: 20_000 }).toHaveLength(1)
  expect(sent[0]).toEqual({
    settings: [
      { name: 'others', value: 'day,state' },
      { name: 'things', value: '-day' },
    ],
  })
})
