// The service is answered from memory: it has more entries than it gives at once, in an order that the test knows.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { AuditScreen } from '../../web/screens/audit/AuditScreen.tsx'
import { mount } from './mount.tsx'

afterEach(() => {
  changed = {}
  kind = 'swarm'
  vi.restoreAllMocks()
})

/** Searches of the trail, in their order. */
let asked: { query: URLSearchParams; body: Record<string, unknown> }[] = []

let kind = 'swarm'
/** Changes of the entries, by the distance to the newest. */
let changed: Record<number, { field: string; before: unknown; after: unknown }[]> = {}

/** Serve entries, the newest first or by person: the first of all by name made the oldest entry. */
function serve(count: number): void {
  const all = Array.from({ length: count }, (_, row) => ({
    seq: count - row,
    op_id: `op-${row}`,
    at: new Date(Date.UTC(2026, 0, 1) - row * 60_000).toISOString(),
    actor: { uuid: 'p', name: `Person ${String(count - row).padStart(4, '0')}`, via: 'session' },
    action: 'swarm.edit',
    kind,
    uuid: `018f0000-0000-7000-8000-${String(row % 2).padStart(12, '0')}`,
    reason: row === 3 ? 'Typing error' : '',
    changes: changed[row] ?? [],
    previous: null,
    record_hash: null,
  }))
  asked = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (!url.pathname.endsWith('/audit/search'))
      return Promise.resolve(Response.json({ ok: false }))
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as object) : {}
    const query = url.searchParams
    asked.push({ query, body: body as Record<string, unknown> })
    const limit = Number(query.get('limit'))
    const after = query.get('after')
    const from = after === null ? (Number(query.get('page')) - 1) * limit : Number(after)
    const { search } = body as { search?: string }
    const found = all.filter(({ actor }) => search === undefined || actor.name.includes(search))
    const rows = query.get('order') === 'who ASC' ? found.toReversed() : found
    const next = from + limit < rows.length ? String(from + limit) : null
    const data = { data: rows.slice(from, from + limit), next, total: rows.length }
    const pages = Math.ceil(rows.length / limit)
    return Promise.resolve(Response.json({ ok: true, data: { ...data, pages } }))
  })
}

function open(path = '/audit'): void {
  const { hook, searchHook } = memoryLocation({ path })
  mount(
    <Router hook={hook} searchHook={searchHook}>
      <AuditScreen />
    </Router>,
  )
}

const firstRow = () => document.querySelector('[data-row] td')?.textContent

test('issue 20: the trail is sorted over all its entries, and read on behind the last row', async () => {
  serve(1687)
  open()
  await expect.poll(firstRow).toBe('1687')
  await expect.element(page.getByText('Shown: the newest 500 of 1,687 entries.')).toBeVisible()
  await page.getByRole('button', { name: 'Who' }).click()
  await expect.poll(firstRow).toBe('1')
  await expect.element(page.getByText(/The first 500 of 1,687 entries in this order/)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(page.getByText(/The first 1,000 of 1,687 entries/)).toBeVisible()
  expect(asked.at(-1)?.query.get('after')).toBe('500')
})

test('issue 20: a text is looked for in all entries, and the page says in what', async () => {
  serve(1687)
  open()
  await expect.poll(firstRow).toBe('1687')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('0007')
  await expect.poll(firstRow).toBe('7')
  await expect.element(page.getByText(/The text was looked for in all entries/)).toBeVisible()
  expect(asked.at(-1)?.body['search']).toBe('0007')
})

test('issue 20: entries that are all here are searched in every column, without the service', async () => {
  serve(20)
  open()
  await expect.poll(firstRow).toBe('20')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('typing')
  await expect.poll(firstRow).toBe('17')
  expect(asked.every(({ body }) => body['search'] === undefined)).toBe(true)
})

test('a period whose last day is before its first is said at the day, since no entry is found in it', async () => {
  serve(3)
  open('/audit?from=2026-03-31&to=2026-03-01')
  const last = page.getByRole('textbox', { name: 'To' })
  await expect.element(last).toHaveAccessibleDescription('This is before the first day')
  const topOf = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).element().getBoundingClientRect().top
  expect(topOf('To')).toBe(topOf('From'))
  await last.fill('01/04/2026')
  await userEvent.tab()
  await expect.element(last).not.toHaveAttribute('aria-invalid')
})

test('entries of a lot, which has a number instead of a name, all show it once one of them says it', async () => {
  kind = 'bkit_lot'
  changed = { 2: [{ field: 'lot_number', before: null, after: 'L-2026-04' }] }
  serve(5)
  open()
  await expect.poll(firstRow).toBe('5')
  const rows = page.getByRole('row').filter({ hasText: 'L-2026-04' })
  // Expect the one that was added later under this record as well, and none of the other record.
  await expect.poll(() => rows.elements().length).toBe(3)
})

test('no two filters of the trail have one name in Arabic, where who and from are spelt alike', async () => {
  await chooseLanguage('ar')
  await completeTexts('trail')
  serve(1)
  open()
  await expect.poll(firstRow).toBeTruthy()
  const labels = [...document.querySelectorAll('[role=search] label')].map((one) => one.textContent)
  expect(labels).toHaveLength(4)
  expect(new Set(labels).size).toBe(4)
  await chooseLanguage('en')
})
