// The service is answered from memory: it has more results than it gives at once, in an order that the test knows.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { ResultRow } from '../../domain/calls/results.ts'
import { standardLayout } from '../../web/parts/table/column-layout.ts'
import { makeExportColumns } from '../../web/screens/results/result-columns.tsx'
import { ResultsScreen } from '../../web/screens/results/ResultsScreen.tsx'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

const held = { sample_name: 'S0', sample_type: 'unknown', call: 'detected', cq_mean: 21 }

/** Requests for pages, in their order. */
let asked: URLSearchParams[] = []

/** Filters of these requests, as they were sent. */
let bodies: unknown[] = []

/** Serve results whose Cq is the lower the older they are: the lowest of all is on the last page. */
function serve(count: number, counted = count, more: object = {}): void {
  const all = Array.from({ length: count }, (_, row) => ({
    analysis_uuid: '018f0000-0000-7000-8000-000000000001',
    analysis_name: 'Run',
    analysis_status: 'COMPLETE',
    swarm_uuid: '018f0000-0000-7000-8000-000000000002',
    created_at: new Date(Date.UTC(2026, 0, 1) - row * 60_000).toISOString(),
    superseded: false,
    ended_early: false,
    sample_uuid: `018f0000-0000-7000-8000-${String(row).padStart(12, '0')}`,
    sample_name: `S${row}`,
    sample_type: 'unknown',
    target: 'T',
    call: 'detected',
    cq_mean: 400 - row / 100,
    cq_sd: null,
    quantity: null,
    wells: ['A1'],
    ...more,
  }))
  asked = []
  bodies = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { searchParams } = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    )
    asked.push(searchParams)
    bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null)
    const limit = Number(searchParams.get('limit'))
    const after = searchParams.get('after')
    const from = after === null ? (Number(searchParams.get('page')) - 1) * limit : Number(after)
    const rows = searchParams.get('order') === 'cq_mean ASC' ? all.toReversed() : all
    const next = from + limit < count ? String(from + limit) : null
    const data = { data: rows.slice(from, from + limit), next }
    const pages = Math.ceil(counted / limit)
    return Promise.resolve(Response.json({ ok: true, data: { ...data, pages, total: counted } }))
  })
}

function open(): void {
  const { hook, searchHook } = memoryLocation({ path: '/results' })
  mount(
    <Router hook={hook} searchHook={searchHook}>
      <ResultsScreen />
    </Router>,
  )
}

const firstRow = () => document.querySelector('[data-row] td:nth-child(2)')?.textContent
const sortByCq = () => page.getByRole('button', { name: 'Cq mean' })

test('first-use B4: the results are sorted over all of them, not over the newest 500', async () => {
  serve(1687)
  open()
  await expect.poll(firstRow).toBe('S0')
  await expect.element(page.getByText(/The newest 500 of 1,687 results are shown/)).toBeVisible()
  await sortByCq().click()
  await expect.poll(firstRow).toBe('S1686')
  await expect.element(page.getByText(/The first 500 of 1,687 results in this order/)).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect
    .element(page.getByText(/The first 1,000 of 1,687 results in this order/))
    .toBeVisible()
  expect(asked.at(-1)?.get('after')).toBe('500')
})

test('first-use B4: more results than the service counts are sorted over all of them too', async () => {
  serve(11_000, 10_000)
  open()
  await expect.poll(firstRow).toBe('S0')
  await sortByCq().click()
  await expect.poll(firstRow).toBe('S10999')
  await expect
    .element(page.getByRole('columnheader', { name: 'Cq mean' }))
    .toHaveAttribute('aria-sort', 'ascending')
  await expect
    .element(page.getByRole('button', { name: 'Export as CSV' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('first-use B4: results that are all here are sorted without the service', async () => {
  serve(30)
  open()
  await expect.poll(firstRow).toBe('S0')
  await sortByCq().click()
  await expect.poll(firstRow).toBe('S29')
  expect(asked.every((one) => one.get('order') === 'created_at DESC')).toBe(true)
})

test('attack B7: a result whose run ended early says so in the list', async () => {
  serve(1, 1, { ended_early: true })
  open()
  const cell = page.getByRole('gridcell', {
    name: /The run ended before its thermal profile was complete/,
  })
  await expect.element(cell).toBeVisible()
})

test('eighth attack A8-13: a result that a recall holds says so in the list, and is left out of its export', async () => {
  serve(1, 1, { held: { by: 'recall', recall: 7 } })
  open()
  const cell = page.getByRole('gridcell', { name: /On hold by recall 7/ })
  await expect.element(cell).toBeVisible()
  const row = { ...held, held: { by: 'recall', recall: 7 } } as ResultRow
  const cells = Object.fromEntries(
    makeExportColumns(standardLayout).map(({ id, value }) => [id, value(row)]),
  )
  expect(cells).toMatchObject({ call: null, cq: null, quantity: null, note: 'On hold by recall 7' })
})

test('issue 20: yesterday’s positive samples without controls are one press away, and another one clears them', async () => {
  serve(3)
  open()
  const chip = page.getByRole('button', { name: 'Yesterday’s positive samples' })
  await chip.click()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  const wanted = /(?=.*"detected")(?=.*"unknown")(?=.*"no_controls":true)/
  await expect.poll(() => JSON.stringify(bodies.at(-1))).toMatch(wanted)
  const controls = page.getByRole('button', { name: 'Without internal controls' })
  await expect.element(controls).toHaveAttribute('aria-pressed', 'true')
  await chip.click()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => JSON.stringify(bodies.at(-1))).not.toMatch(/detected|unknown|no_controls/)
})
