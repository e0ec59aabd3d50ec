import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import type { Column } from '../../web/parts/table/column.ts'
import type { Act } from '../../web/record/act.ts'
import { BulkDialog } from '../../web/record/BulkDialog.tsx'
import type { Facet } from '../../web/record/facets.ts'
import { RecordPage } from '../../web/record/RecordPage.tsx'
import { pageActions } from '../../web/state/page-actions.ts'
import { setSingleKeys } from '../../web/state/single-keys.ts'
import { mount } from './mount.tsx'
import { pressKeys } from './press-keys.ts'

interface Row {
  uuid: string
  name: string
  state: 'on' | 'off'
}
const rows: Row[] = Array.from({ length: 30 }, (_, at) => ({
  uuid: `id-${at}`,
  name: `row ${String(at).padStart(2, '0')}`,
  state: at % 3 === 0 ? 'off' : 'on',
}))
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'state', header: 'State', value: ({ state }) => state },
]
const facets: Facet<Row>[] = [
  {
    id: 'state',
    label: 'State',
    valueOf: ({ state }) => state,
    choices: [
      { value: 'on', label: 'Switched on' },
      { value: 'off', label: 'Switched off' },
    ],
  },
]
/** So many that they take two lines beside a panel. */
const manyFacets: Facet<Row>[] = [
  ...facets,
  {
    id: 'name',
    label: 'First names',
    valueOf: ({ name }) => name,
    choices: rows.slice(0, 6).map(({ name }) => ({ value: name, label: `Called ${name}` })),
  },
]

const done: string[] = []
const operations: string[] = []
const actsOf = ({ name, state }: Row): Act[] => [
  { id: 'edit', label: 'Edit it', icon: 'edit', why: null, open: () => done.push(`edit ${name}`) },
  {
    id: 'next',
    label: 'Lead on',
    icon: 'next',
    why: state === 'off' ? 'Not from here.' : null,
    isNext: true,
    open: () => done.push(`next ${name}`),
  },
  {
    id: 'stop',
    label: 'Stop it',
    icon: 'stop',
    why: state === 'off' ? 'It is off.' : null,
    ask: { title: `Stop ${name}?`, text: 'It stops.', submit: 'Stop', reason: 'due' },
    change: { field: 'State', before: 'on', after: 'off' },
    send: async (opId, reason) => {
      operations.push(opId)

      done.push(`stop ${name}: ${reason}`)
      return `${name} is stopped.`
    },
  },
]

function List({ chips = facets }: { chips?: Facet<Row>[] }) {
  return (
    <RecordPage
      name="open"
      file="things"
      title="Things"
      list={{ rows, isWhole: true, failure: [], again: () => done.push('again') }}
      columns={columns}
      facets={chips}
      firstSort="name"
      nameOf={({ name }) => name}
      empty={{ area: 'analyses', title: 'Nothing yet', text: 'Things appear here.' }}
      panel={({ name }) => ({ facts: [['Name', name]] })}
      actsOf={actsOf}
    />
  )
}

beforeEach(async () => {
  await page.viewport(1200, 800)
  done.length = 0
  operations.length = 0
  setSingleKeys(true)
  history.replaceState(null, '', location.pathname)
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

const search = () => new URLSearchParams(location.search)
const shownRows = () => document.querySelectorAll('[data-row]').length
const selected = () => document.querySelectorAll('[data-row][aria-selected=true]').length

test('the step that usually follows is above the facts, and opening a record moves no page', async () => {
  await page.viewport(1366, 500)
  mount(<List chips={manyFacets} />)
  await expect.poll(shownRows).toBeGreaterThan(3)
  await page.getByText('row 01').click()
  const panel = page.getByRole('complementary', { name: 'row 01' })
  await expect.element(panel).toBeVisible()
  expect(scrollY).toBe(0)
  const [next, fact, edit] = [
    panel.getByRole('button', { name: 'Lead on' }),
    panel.getByText('Name', { exact: true }),
    panel.getByRole('button', { name: 'Edit it' }),
  ].map((one) => one.element().getBoundingClientRect().top)
  expect([next, fact, edit].toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([next, fact, edit])
  // Expect one that is refused among the others, with its reason: it leads nowhere.
  await page.getByText('row 03').click()
  const off = page.getByRole('complementary', { name: 'row 03' })
  await expect.element(off.getByRole('button', { name: 'Lead on' })).toBeVisible()
  expect(off.getByRole('list').elements()).toHaveLength(1)
})

test('chips narrow the list down, the address keeps them, and words say what is shown', async () => {
  mount(<List />)
  await expect.poll(shownRows).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Switched off 10' }).click()
  await expect.element(page.getByText('10 rows')).toBeVisible()
  expect(search().get('state')).toBe('off')
  await expect.element(page.getByText('Shown: State = Switched off')).toBeVisible()
  await page.getByRole('button', { name: 'Switched on 20' }).click()
  await expect.element(page.getByText('Shown: State = Switched on or Switched off')).toBeVisible()
  expect(search().get('state')).toBe('off,on')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  expect(search().get('state')).toBeNull()
})

test('an address opens the list as it was: chips, page, and the record beside it', async () => {
  history.replaceState(null, '', `${location.pathname}?state=off&open=id-3`)
  mount(<List />)
  await expect.element(page.getByRole('complementary', { name: 'row 03' })).toBeVisible()
  await expect.poll(shownRows).toBe(10)
})

test.each([1100, 1600])(
  'rows stay where they are when a record opens beside them, on %i pixels',
  async (width) => {
    await page.viewport(width, 768)
    mount(<List chips={manyFacets} />)
    const top = () => page.getByText('row 05').element().getBoundingClientRect().top
    await expect.poll(shownRows).toBeGreaterThan(5)
    const before = top()
    await page.getByText('row 02').click()
    await expect.element(page.getByRole('complementary', { name: 'row 02' })).toBeVisible()
    expect(Math.abs(top() - before)).toBeLessThan(1)
  },
)

test('a selection is said in words: these, this page, all that match', async () => {
  history.replaceState(null, '', `${location.pathname}?rows=10`)
  mount(<List />)
  await page.getByRole('checkbox', { name: 'Select row 01' }).click()
  await page.getByRole('checkbox', { name: 'Select row 04' }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('Selected: 4')).toBeVisible()
  // Expect a box to open nothing.
  expect(search().get('open')).toBeNull()
  await page.getByRole('button', { name: 'This page (10)' }).click()
  await expect.element(page.getByText('Selected: this page (10)')).toBeVisible()
  await page.getByRole('button', { name: 'All 30 that match' }).click()
  await expect.element(page.getByText(/^Selected: all 30 that matched at \d/)).toBeVisible()
  // Choose another filter, which makes of them these rows, and says how many it hides.
  await page.getByRole('button', { name: 'Switched off 10' }).click()
  await expect.element(page.getByText('Selected: 30 · 20 not shown by the filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.poll(selected).toBe(0)
})

test('the box above the others selects the page and takes it back', async () => {
  mount(<List />)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.click()
  await expect.element(page.getByText('Selected: this page (30)')).toBeVisible()
  await all.click()
  await expect.poll(selected).toBe(0)
})

test('keys go through the rows, select, edit, and open the actions of the row in focus', async () => {
  mount(<List />)
  await expect.poll(shownRows).toBeGreaterThan(5)
  await pressKeys('jjx')
  await expect.element(page.getByText('Selected: 1')).toBeVisible()
  await pressKeys('jj')
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(page.getByText('Selected: 3')).toBeVisible()
  await pressKeys('ke')
  await expect.poll(() => done).toEqual(['edit row 02'])
  await pressKeys('.')
  await expect.element(page.getByRole('menu', { name: 'row 02' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await pressKeys('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
})

test('while they are switched off, keys do nothing', async () => {
  mount(<List />)
  await expect.poll(shownRows).toBeGreaterThan(5)
  await page.getByRole('button', { name: /Keys: / }).click()
  await pressKeys('jx')
  await expect.poll(selected).toBe(0)
})

test('a file has exactly the rows and columns on show, in their order', async () => {
  const files: Blob[] = []
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob)
    return make(blob)
  })
  history.replaceState(
    null,
    '',
    `${location.pathname}?state=off&sort=-name&hide=state&filter=row%200`,
  )
  mount(<List />)
  await expect.poll(shownRows).toBe(4)
  await page.getByRole('button', { name: 'Save CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  expect(await files[0]?.text()).toBe('Name\r\nrow 09\r\nrow 06\r\nrow 03\r\nrow 00')
})

test('an action that asks first is done once it has its reason, and the list is read again', async () => {
  history.replaceState(null, '', `${location.pathname}?open=id-1`)
  mount(<List />)
  await page.getByRole('button', { name: 'Stop it' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.element(page.getByText('Give a reason of at least three characters.')).toBeVisible()
  expect(done).toEqual([])
  await page.getByLabelText(/^Reason/).fill('worn out')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.poll(() => done).toEqual(['stop row 01: worn out', 'again'])
})

test('a list that was given a name is found again by it, without the record that was open', async () => {
  localStorage.clear()
  history.replaceState(null, '', `${location.pathname}?state=off&open=id-3`)
  mount(<List />)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Those off')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Those off' }).click()
  await page.getByRole('menuitem', { name: 'Everything' }).click()
  await expect.element(page.getByText('30 rows')).toBeVisible()
  expect(location.search).toBe('')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Those off' }).click()
  await expect.element(page.getByText('10 rows')).toBeVisible()
  expect(search().get('state')).toBe('off')
  expect(search().get('open')).toBeNull()
})

test('a change of many is planned with what cannot be changed, then applied as a batch of operations', async () => {
  mount(<List />)
  await page.getByRole('checkbox', { name: 'Select row 00' }).click()
  await page.getByRole('checkbox', { name: 'Select row 02' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: 'Stop it' }).click()
  await expect.element(page.getByRole('row', { name: 'row 00 It is off.' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'row 01 State: on → off' })).toBeVisible()
  expect(done).toEqual([])
  await page.getByRole('button', { name: 'Apply to 2, leave 1' }).click()
  await expect.element(page.getByText('Give a reason of at least three characters.')).toBeVisible()
  await page.getByLabelText(/^Reason/).fill('worn out')
  await page.getByRole('button', { name: 'Apply to 2, leave 1' }).click()
  await expect.element(page.getByRole('row', { name: 'row 02 State: on → off Done' })).toBeVisible()
  expect(done).toEqual(['stop row 01: worn out', 'stop row 02: worn out', 'again'])
  const [batch] = operations.map((one) => one.split('_')[0])
  expect(operations).toEqual([`${batch}_id-1`, `${batch}_id-2`])
})

test('the palette offers what the page and the open record can do, and nothing that is refused', async () => {
  history.replaceState(null, '', `${location.pathname}?open=id-0`)
  const holder = mount(<List />)
  await expect
    .poll(() => pageActions.value.map(({ name }) => name))
    .toEqual(['Edit it', 'Save CSV', 'Select all that match'])
  pageActions.value[0]?.run()
  expect(done).toEqual(['edit row 00'])
  pageActions.value[2]?.run()
  await expect.poll(selected).toBeGreaterThan(5)
  expect(holder.isConnected).toBe(true)
})

test('once some of many are changed, only what failed is tried again', async () => {
  const sent: string[] = []
  let isBusy = true
  const stop = (row: { uuid: string }): Act => ({
    id: 'stop',
    label: 'Stop it',
    icon: 'close',
    why: null,
    change: { field: 'State', before: 'on', after: 'off' },
    send: async () => {
      sent.push(row.uuid)
      if (row.uuid === 'two' && isBusy) throw new Fault('refused', 'Busy', { reason: 'busy' })
      return 'Done'
    },
  })
  mount(
    <BulkDialog
      act={stop({ uuid: '' })}
      rows={[{ uuid: 'one' }, { uuid: 'two' }]}
      actsOf={(row) => [stop(row)]}
      nameOf={({ uuid }) => uuid}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  )
  await page.getByRole('button', { name: 'Apply to 2' }).click()
  const again = page.getByRole('button', { name: 'Try again for 1' })
  await expect.element(again).toBeVisible()
  await expect
    .element(page.getByRole('contentinfo').getByRole('button', { name: 'Close' }))
    .toBeVisible()
  isBusy = false
  await again.click()
  await expect.element(page.getByRole('row', { name: /^two .* Done$/ })).toBeVisible()
  expect(sent.toSorted()).toEqual(['one', 'two', 'two'])
})
