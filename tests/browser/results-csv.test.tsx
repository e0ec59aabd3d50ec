// Replace `fetch` and the browser's own time limit: no test waits a minute.
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { standardLayout } from '../../web/parts/table/column-layout.ts'
import { AnalysisSelection } from '../../web/screens/analyses/AnalysisSelection.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { forgetMessages, toasts } from '../../web/state/toasts.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const rows = ['one', 'two', 'three'].map((uuid) => ({ uuid, name: uuid }) as AnalysisRow)
const columns = [{ id: 'name', header: 'Name', value: ({ name }: AnalysisRow) => name }]

beforeEach(async () => {
  await completeTexts('record')
  keepSessionWith({ refresh: async () => false, who: () => operatorAccount.uuid })
  enterProven({ ...operatorAccount, permissions: ['analysis.report'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  endSession({ stay: false })
  forgetMessages()
})

test('[CONST-031] the results of the selected analyses have 60 s to come, and the failure is said', async () => {
  const limits: number[] = []
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return late.signal
  })
  const asked: URL[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(new URL(url, location.href))
    const { promise, reject } = Promise.withResolvers<never>()
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    if (init?.signal?.aborted) reject(new Error('aborted'))
    return promise
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mount(
    <AnalysisSelection
      ids={new Set(['one', 'three'])}
      rows={rows}
      columns={columns}
      layout={standardLayout}
      sort={[]}
      filter=""
      page={() => ['one', 'two', 'three']}
      onSelect={() => {}}
    />,
  )
  const button = page.getByRole('button', { name: 'Results as CSV (2)' })
  await button.click()
  await expect.element(page.getByText('The table of results is being made…')).toBeVisible()
  expect(asked[0]?.pathname).toBe('/v3/reports/create')
  expect(asked[0]?.searchParams.get('resources')).toBe('one,three')
  expect(limits).toEqual([60_000])
  late.abort()
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(2000)
      return toasts.value.map(({ text }) => text)
    })
    .toEqual([expect.stringMatching(/^Timeout Error/)])
  await expect.element(button).toBeEnabled()
})

test('each selected analysis becomes a PDF report, packed in one file; one that cannot is named with its reason', async () => {
  enterProven({ ...operatorAccount, permissions: ['analysis.report'] })
  const saved: Blob[] = []
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return make(blob)
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    )
    if (pathname.endsWith('/two')) {
      const error = { code: 'refused', reason: 'no_results', message: 'Not found samples' }
      return Response.json({ ok: false, errors: [error] }, { status: 409 })
    }
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="run.pdf"`,
    }
    return new Response(`PDF of ${pathname}`, { headers })
  })
  mount(
    <AnalysisSelection
      ids={new Set(['one', 'two', 'three'])}
      rows={rows}
      columns={columns}
      layout={standardLayout}
      sort={[]}
      filter=""
      page={() => []}
      onSelect={() => {}}
    />,
  )
  await page.getByRole('button', { name: 'PDF reports (3)' }).click()
  await expect.poll(() => saved.length).toBe(1)
  const files = unzipSync(new Uint8Array(await saved[0]!.arrayBuffer()))
  expect(Object.values(files).map((bytes) => strFromU8(bytes))).toEqual([
    expect.stringContaining('analysis/one'),
    expect.stringContaining('analysis/three'),
  ])
  expect(toasts.value.map(({ text }) => text).join()).toContain('No report of two')
  await expect.element(page.getByRole('button', { name: 'PDF reports (3)' })).toBeVisible()
})
