// `fetch` is refused: what has not been sent is what this is about.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { makeAnalysisColumns } from '../../web/screens/analyses/analysis-columns.tsx'
import { onlyHere, saveAnalysis, waitingCount } from '../../web/state/outbox.ts'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { mount } from './mount.tsx'

const user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 9)
const who = { uuid: user, company_uuid: uuidOf(500), scope: 's', permissions: [] }

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no service'))
  await openRecords(who, () => undefined)
})
afterEach(async () => {
  await closeRecords()
  vi.restoreAllMocks()
})

test('[STATE-003] an Initialized analysis that the service does not have is said to be only on this machine', async () => {
  const shown = { ...analysisRecord(4).body, status: 'INIT' } as unknown as Analysis
  expect(onlyHere.value.has(shown.uuid)).toBe(false)
  await saveAnalysis({ uuid: shown.uuid, name: shown.name } as CreateAnalysis, shown)
  await vi.waitFor(() => expect(waitingCount.value).toBe(1), 10_000)
  expect([...onlyHere.value]).toEqual([shown.uuid])
  const columns = makeAnalysisColumns(() => '')
  const [status, results] = ['status', 'results'].map((wanted) =>
    columns.find(({ id }) => id === wanted),
  )
  const row = {
    ...shown,
    sample_count: 1,
    excluded: [],
    calculations: 0,
    results_hash: null,
    summary: null,
  }
  const holder = mount(
    <>
      {status?.cell?.(row)}
      {results?.cell?.(row)}
    </>,
  )
  await expect.element(page.getByText('Initialized')).toBeVisible()
  await expect.element(page.getByText('only here')).toBeVisible()
  holder.remove()
  const other = mount(<>{results?.cell?.({ ...row, uuid: uuidOf(5) })}</>)
  expect(other.textContent).not.toContain('only here')
})
