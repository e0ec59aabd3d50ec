import { expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { ResultNotices } from '../../web/screens/analyses/detail/ResultNotices.tsx'
import type { ShownResults } from '../../web/screens/analyses/detail/use-shown-results.ts'
import { analysisRecord } from './local-bench-records.ts'
import { mount } from './mount.tsx'

const points = { measured: 40, last: 40, planned: 40 }
const shown = {
  loaded: { error: null, retry: () => {} },
  results: null,
  trial: { layers: { points: 40 } },
  isNewest: true,
} as unknown as ShownResults

function show(changes: Partial<Analysis>) {
  const record = {
    ...(analysisRecord(3).body as unknown as Analysis),
    status: 'COMPLETE',
    end_reason: '',
    points: { AMP: points, VAL: { measured: 0, last: 0, planned: 0 } },
    curves_hash: 'a'.repeat(64),
    started_at: '2026-11-28T10:30:00.000Z',
    ended_at: '2026-11-28T10:31:00.000Z',
    ...changes,
  } as unknown as Analysis
  return mount(
    <ResultNotices record={record} shown={shown} onNewest={() => {}} onControls={() => {}} />,
  )
}

test('issue 14: a run that was reported late says when its device measured it', async () => {
  const told = { started_at: '2026-11-27T07:00:00.000Z', ended_at: '2026-11-27T08:10:00.000Z' }
  const holder = show({ device_times: told })
  await expect
    .poll(() => holder.textContent)
    .toMatch(/clock: .*27.* – .*27.*\. Reported.*28.* – .*28/)
})

test('issue 14: one that was reported at once says nothing of its device', async () => {
  const holder = show({
    device_times: { started_at: '2026-11-28T10:30:05.000Z', ended_at: '2026-11-28T10:31:00.000Z' },
  })
  await expect.poll(() => holder.textContent).toBe('')
})
