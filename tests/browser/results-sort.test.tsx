// The service is answered from memory: it has more results than it gives at once, in an order that the test knows.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ResultsScreen } from '../../web/screens/results/ResultsScreen.tsx'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

/** The older a result, the lower its Cq: the lowest of all is on the last page. */
function serve(count: number, counted = count): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const address = new URL(input instanceof Request ? input.url : String(input), location.href)
    const at = Number(address.searchParams.get('page')) - 1
    const limit = Number(address.searchParams.get('limit'))
    const data = Array.from({ length: count }, (_, row) => ({
      analysis_uuid: '018f0000-0000-7000-8000-000000000001',
      analysis_name: 'Run',
      analysis_status: 'COMPLETE',
      swarm_uuid: '018f0000-0000-7000-8000-000000000002',
      created_at: new Date(Date.UTC(2026, 0, 1) - row * 60_000).toISOString(),
      superseded: false,
      sample_uuid: `018f0000-0000-7000-8000-${String(row).padStart(12, '0')}`,
      sample_name: `S${row}`,
      sample_type: 'unknown',
      target: 'T',
      call: 'detected',
      cq_mean: 40 - row / 100,
      cq_sd: null,
      quantity: null,
      wells: ['A1'],
    })).slice(at * limit, (at + 1) * limit)
    const pages = Math.ceil(counted / limit)
    return Promise.resolve(Response.json({ ok: true, data: { data, pages, total: counted } }))
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

const firstRow = () => document.querySelector('[data-row] td')?.textContent
const sortByCq = () => page.getByRole('button', { name: 'Cq mean' })

test('first-use B4: the results are sorted over all of them, not over the newest 500', async () => {
  serve(1687)
  open()
  await expect.poll(firstRow).toBe('S0')
  await expect.element(page.getByText(/The newest 500 of 1,687 results are shown/)).toBeVisible()
  await sortByCq().click()
  await expect.poll(firstRow).toBe('S1686')
  await expect.element(page.getByText(/are shown/)).not.toBeInTheDocument()
  await expect.element(page.getByText('1,687 rows')).toBeVisible()
})

test('first-use B4: more results than the service counts are not sorted, and the reason is given', async () => {
  serve(1000, 10_000)
  open()
  await expect.poll(firstRow).toBe('S0')
  await expect.element(page.getByText(/are shown.*narrow them down/)).toBeVisible()
  await expect.element(sortByCq()).toHaveAttribute('aria-disabled', 'true')
  await sortByCq().click({ force: true })
  expect(document.querySelector('[aria-sort]')).toBeNull()
  await expect
    .element(page.getByRole('button', { name: 'Export as CSV' }))
    .toHaveAttribute('aria-disabled', 'true')
})
