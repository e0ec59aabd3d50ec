// The host, the service and the records of this machine are replaced: what is written and when is tested here. The whole way is walked by
// tests/e2e/desktop.e2e.ts.
import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bridgeCalls } from '../../domain/desktop-bridge.ts'
import { Fault } from '../../domain/fault.ts'
import * as v from 'valibot'

const { asked, told, watched, list } = vi.hoisted(() => ({
  asked: vi.fn(),
  told: vi.fn(),
  watched: { now: null as unknown as { value: unknown } },
  list: { rows: [] as object[], changed: () => {} },
}))
vi.mock('../../web/client/call.ts', () => ({ call: asked }))
vi.mock('../../web/host/ask-host.ts', () => ({ askHost: told }))
vi.mock('../../web/host/host.ts', () => ({
  get watchedFolder() {
    return watched.now
  },
}))
vi.mock('../../web/state/deliver-files.ts', () => ({ deliversFiles: () => true, settleFile: told }))
vi.mock('../../web/state/mode.ts', () => ({ mode: { value: { state: 'online' } } }))
vi.mock('../../web/state/session.ts', () => ({ may: () => true }))
vi.mock('../../workers/pool.ts', () => ({ inWorker: vi.fn() }))
vi.mock('../../web/state/records.ts', () => {
  const analyses = {
    get: () => list.rows,
    subscribe: (listener: () => void) => {
      list.changed = listener
      return () => {}
    },
  }
  const opened = { model: { list: () => analyses } }
  return { records: { value: opened, peek: () => opened } }
})
const { answerOrders, ordersProgress } = await import('../../web/state/answer-orders.ts')

const hash = 'a'.repeat(64)
const at = '2026-11-28T10:00:00.000Z'
const [first, second] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
]
const runOf = (uuid: string, signedAt: string | null) => ({
  uuid,
  name: uuid,
  signature: signedAt && { at: signedAt },
  samples: [
    { name: 'S-1', orders: [{ form: 'hl7', sample: 'S-1', specimen: 'S-1', number: '1' }] },
  ],
})
const fileOf = (plans: object[]) => ({
  hash,
  name: 'Anträge \u{1F9EA} Mo/Di.hl7',
  state: 'imported',
  plans,
})
const plan = (uuid: string, answered: string | null = null) => ({ analysis_uuid: uuid, answered })
/** Runs as the service has them. */
let runs: Map<string, ReturnType<typeof runOf>>
const answers = () =>
  told.mock.calls.filter(([name]) => name === 'watchAnswer').map(([, order]) => order)
let end = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  runs = new Map()
  list.rows = []
  told.mockReset().mockResolvedValue({})
  asked.mockReset().mockImplementation(async (_row, { params, body }) => {
    if (body) return { bytes: new TextEncoder().encode(`MSH of ${params.id}`) }
    const run = runs.get(params.id)
    if (!run) throw new Fault('not_found', 'No such analysis')
    return run
  })
  watched.now = signal({ files: [fileOf([plan(first!), plan(second!)])] })
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('issue 20: two runs of one file that are signed in the same moment have an answer each, which the host takes', async () => {
  for (const uuid of [first!, second!]) runs.set(uuid, runOf(uuid, at))
  end = answerOrders()
  await vi.waitFor(() => expect(answers()).toHaveLength(2))
  const files = answers().flatMap((order) => order.files)
  expect(new Set(files.map(({ name }) => name)).size).toBe(2)
  for (const order of answers()) expect(v.is(bridgeCalls.watchAnswer.params, order)).toBe(true)
  expect(files.map(({ content }) => atob(content))).toEqual([`MSH of ${first}`, `MSH of ${second}`])
})

test('issue 20: what is not signed is not answered, what is answered only when it is signed again', async () => {
  watched.now = signal({ files: [fileOf([plan(first!), plan(second!, at)])] })
  runs.set(first!, runOf(first!, null)).set(second!, runOf(second!, at))
  end = answerOrders()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(answers()).toEqual([])
  runs.set(second!, runOf(second!, '2026-11-28T11:00:00.000Z'))
  list.rows = [{ uuid: second, status: 'VALIDATION' }]
  list.changed()
  await vi.waitFor(() => expect(answers()).toHaveLength(1))
  expect(answers()[0]).toMatchObject({
    analysis_uuid: second,
    signed_at: '2026-11-28T11:00:00.000Z',
  })
})

test('issue 20: a correction is planned from the same orders, so that it is answered too', async () => {
  watched.now = signal({ files: [fileOf([plan(first!, at)])] })
  runs.set(first!, runOf(first!, at))
  list.rows = [{ uuid: second, status: 'COMPLETE', corrects: first }]
  end = answerOrders()
  await vi.waitFor(() =>
    expect(told).toHaveBeenCalledWith('watchPlanned', { hash, analysis_uuid: second }),
  )
})

test('issue 20: an answer that cannot be written says why, and is tried again', async () => {
  watched.now = signal({ files: [fileOf([plan(first!)])] })
  runs.set(first!, runOf(first!, at))
  const full = new Fault('not_ready', 'The folder cannot be written', { field: 'folder' })
  told.mockRejectedValueOnce(full)
  end = answerOrders()
  await vi.waitFor(() => expect(ordersProgress.value.get(hash)?.failure).toBe(full))
  list.changed()
  expect(answers()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(answers()).toHaveLength(2))
  expect(ordersProgress.value.get(hash)?.failure).toBeNull()
})
