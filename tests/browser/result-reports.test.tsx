// The service is answered from memory: the test decides when a report is made.
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { forgetMessages, toasts } from '../../web/state/toasts.ts'
import { ResultsScreen } from '../../web/screens/results/ResultsScreen.tsx'
import { keepSessionWith } from '../../web/client/call.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

beforeEach(async () => {
  await completeTexts('results')
  keepSessionWith({ refresh: async () => false, who: () => operatorAccount.uuid })
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession({ stay: false })
  forgetMessages()
})

const rowOf = (run: string, sample: string, target: string) => ({
  analysis_uuid: run,
  analysis_name: `Run ${run}`,
  analysis_status: 'COMPLETE',
  swarm_uuid: '018f0000-0000-7000-8000-000000000002',
  created_at: '2026-01-01T00:00:00.000Z',
  superseded: false,
  ended_early: false,
  sample_uuid: `${run}-${sample}`,
  sample_name: sample,
  sample_type: 'unknown',
  target,
  call: 'detected',
  cq_mean: 21,
  cq_sd: null,
  quantity: null,
  wells: ['A1'],
})
const rows = [rowOf('one', 'A', 'T1'), rowOf('one', 'A', 'T2'), rowOf('two', 'B', 'T1')]

/** Bodies of the requests for reports, and the files that were saved. */
let asked: { path: string; body: unknown }[] = []
let saved: Blob[] = []

/** @param isLate leaves the second report unanswered until its request is cancelled. */
function serve(isLate: boolean): void {
  asked = []
  saved = []
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return make(blob)
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    )
    const run = pathname.split('/').at(-1) ?? ''
    if (pathname.endsWith('/results/search')) {
      const data = { data: rows, pages: 1, total: rows.length, next: null }
      return Response.json({ ok: true, data })
    }
    if (pathname.includes('/analysis/get/')) {
      const samples = ['A', 'B', 'C'].map((name) => ({ uuid: `${run}-${name}`, name }))
      return Response.json({ ok: true, data: { uuid: run, samples } })
    }
    asked.push({ path: pathname, body: JSON.parse(init?.body as string) as unknown })
    if (isLate && run === 'one') {
      await new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      )
    }
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${run}.pdf"`,
    }
    return new Response(`PDF of ${run}`, { headers })
  })
}

async function openAndSelect(): Promise<void> {
  enterProven({ ...operatorAccount, permissions: ['analysis.report', 'results.search'] })
  const { hook, searchHook } = memoryLocation({ path: '/results' })
  mount(
    <Router hook={hook} searchHook={searchHook}>
      <ResultsScreen />
    </Router>,
  )
  await page.getByRole('checkbox', { name: 'Select A, T1' }).click()
  await page.getByRole('checkbox', { name: 'Select B, T1' }).click()
}

const namesIn = async (blob: Blob) =>
  Object.values(unzipSync(new Uint8Array(await blob.arrayBuffer()))).map((one) => strFromU8(one))

test('issue 20: selected results become a report of each analysis, with their samples alone', async () => {
  serve(false)
  await openAndSelect()
  await page.getByRole('button', { name: 'PDF reports (2)' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(await namesIn(saved[0]!)).toEqual(['PDF of two', 'PDF of one'])
  expect(asked.map(({ body }) => body)).toEqual([
    { samples: { 'two-A': false, 'two-B': true, 'two-C': false } },
    { samples: { 'one-A': true, 'one-B': false, 'one-C': false } },
  ])
})

test('issue 20: cancelled reports are not made, and those before are saved', async () => {
  serve(true)
  await openAndSelect()
  await page.getByRole('button', { name: 'PDF reports (2)' }).click()
  await expect.element(page.getByText('Making report 2 of 2…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(await namesIn(saved[0]!)).toEqual(['PDF of two'])
  await expect
    .poll(() => toasts.value.map(({ text }) => text).join())
    .toContain('Reports made and saved: 1 of 2.')
})
