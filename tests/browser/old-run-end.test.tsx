// The service is answered from memory: it has counted the points of one older run.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { makeAnalysisColumns } from '../../web/screens/analyses/analysis-columns.tsx'
import { EarlyEnd } from '../../web/screens/analyses/detail/EarlyEnd.tsx'
import { analysisRecord } from './local-bench-records.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

const none = { measured: 0, last: 0, planned: 0 }

/** Make an older record, which keeps no count of its points. */
function oldRun(
  number: number,
  cycles: { measured: number; planned: number },
  before: Promise<unknown> = Promise.resolve(),
): Analysis {
  const record = analysisRecord(number).body as unknown as Analysis
  const AMP = { ...cycles, last: cycles.measured }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    await before
    const { uuids } = (await new Request(input, init).json()) as { uuids: string[] }
    const data = uuids.map((uuid) => ({ uuid, points: { AMP, VAL: none } }))
    return Response.json({ ok: true, data })
  })
  return { ...record, status: 'COMPLETE', points: undefined, end_reason: '' } as unknown as Analysis
}

test('early end: the list of analyses shows it of an older run', async () => {
  const row = {
    ...oldRun(11, { measured: 12, planned: 40 }),
    summary: { detected: 1, not_detected: 3, review: 0, invalid: 0, controls_ok: true },
  } as unknown as AnalysisRow
  const results = makeAnalysisColumns(() => '').find(({ id }) => id === 'results')
  mount(<>{results?.cell?.(row)}</>)
  await expect
    .element(page.getByTitle('The run ended before its thermal profile was complete'))
    .toBeVisible()
})

test('early end: an order that shortened an older run makes none of it on its page', async () => {
  const seen = Promise.withResolvers()
  const record = oldRun(12, { measured: 35, planned: 35 }, seen.promise)
  const method = { process: fortyCycles, evaluation: {} }
  const holder = mount(<EarlyEnd record={{ ...record, method } as never} drawn={35} />)
  // Compare its curves with the programme alone, until the service has answered.
  await vi.waitFor(() => expect(holder.textContent).toContain('35'), 60_000)
  seen.resolve(null)
  await vi.waitFor(() => expect(holder.textContent).toBe(''), 60_000)
})

const fortyCycles = {
  channels: ['460:520'],
  steps: [
    { type: 'temperature', temperature: 95, duration: 10 },
    { type: 'temperature', temperature: 60, duration: 10, measure: 'real time' },
    { type: 'loop', goto: 0, repeat: 40 },
  ],
}
