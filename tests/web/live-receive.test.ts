import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceStatus, RunProgress } from '../../domain/live/event.ts'
import type { Topic } from '../../domain/live/topic.ts'
import { waitBefore } from '../../web/live/keep-connected.ts'
import { createReceiver, createStatusBatch, type HeardStatus } from '../../web/live/receive.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const [one, two, run] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [
  string,
  string,
  string,
]
const at = '2026-11-21T05:00:00.000Z'

const statusOf = (uuid: string, uptime: number): DeviceStatus => ({
  uuid,
  status: '{}',
  busy: 'N',
  block_temperature: 25,
  lid_temperature: 25,
  lid: 'closed',
  uptime,
  bkernel_version: '2.9.4',
  health: { system_disk: 0, data_disk: 0, memory: 0, cpu: 0 },
  run: null,
  pending: 0,
})

function collect() {
  const shown: string[][] = []
  const batch = createStatusBatch((statuses: ReadonlyMap<string, HeardStatus>) =>
    shown.push(
      [...statuses.values()].map(
        ({ status, heardAt }) =>
          `${status.uuid === one ? 1 : 2}:${status.uptime}@${heardAt % 100_000}`,
      ),
    ),
  )
  return { batch, shown }
}

test('[STATE-026] [CONST-035] statuses wait up to 5 s and are shown together, each with the time it was heard', () => {
  vi.setSystemTime(1_000_000)
  const { batch, shown } = collect()
  batch.hear(statusOf(one, 1))
  batch.hear(statusOf(two, 1))
  expect(shown).toEqual([['1:1@0'], ['2:1@0']])
  vi.advanceTimersByTime(1000)
  batch.hear(statusOf(one, 2))
  vi.advanceTimersByTime(2000)
  batch.hear(statusOf(two, 2))
  vi.advanceTimersByTime(2999)
  expect(shown.length).toBe(2)
  vi.advanceTimersByTime(1)
  expect(shown[2]).toEqual(['1:2@1000', '2:2@3000'])
})

test('[STATE-027] [CONST-036] for 5 s after it was shown a device is not shown again, and then as it was heard last', () => {
  vi.setSystemTime(1_000_000)
  const { batch, shown } = collect()
  batch.hear(statusOf(one, 0))
  for (let second = 1; second <= 20; second++) {
    vi.advanceTimersByTime(1000)
    batch.hear(statusOf(one, second))
  }
  batch.stop()
  expect(shown.length).toBe(4)
  const times = shown.map(([entry = '']) => Number(/:(\d+)/.exec(entry)?.[1]))
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(4)
})

const progressOf = (state: RunProgress['state']): RunProgress => ({
  analysis_uuid: run,
  position: 1,
  steps: 9,
  cycle: 1,
  cycles: 40,
  phase: 'AMP',
  temperature: 60,
  elapsed: 30,
  remaining: 90,
  state,
})

function openReceiver(topic: Topic, recipients: string[]) {
  const told: string[] = []
  const receiver = createReceiver(
    {
      onRun: ({ kind }) => told.push(`run ${kind}`),
      onNotice: (event) =>
        told.push(`notice ${event.topic} ${'kind' in event.payload ? event.payload.kind : ''}`),
      onError: ({ error, uuid }) => told.push(`error ${uuid === one ? 'one' : ''} ${error}`),
      onStatuses: (batch) => told.push(`status ${batch.size}`),
    },
    () => [{ topic, recipients }],
  )
  return {
    told,
    /** As it comes from the subject of that device, and of the topic that is listened to unless told. */
    take: (message: unknown, device = one, by = topic) =>
      receiver.take(JSON.stringify(message), { topic: by, device }),
  }
}

test('[ERR-021] a message with an error goes to the listener of errors', () => {
  const { told, take } = openReceiver('bcube-events', [one])
  take({ topic: 'bcube-events', uuid: one, at, error: 'optics not ready' })
  expect(told).toEqual(['error one optics not ready'])
})

test('run events and notices are passed on at once, of the subscribed devices only', () => {
  const analysis = openReceiver('analysis', [one])
  const payload = { kind: 'status', analysis_uuid: run, status: 'COMPLETE' }
  analysis.take({ topic: 'analysis', uuid: one, at, payload })
  analysis.take({ topic: 'analysis', uuid: two, at, payload }, two)
  expect(analysis.told).toEqual(['run status'])
  const gateway = openReceiver('bgate-events', [one])
  gateway.take({ topic: 'bgate-events', uuid: one, at, payload: statusOf(one, 1) })
  const notice = { kind: 'lid_opened', analysis_uuid: null, text: '' }
  gateway.take({ topic: 'bgate-events', uuid: one, at, payload: notice })
  expect(gateway.told).toEqual(['status 1', 'notice bgate-events lid_opened'])
})

test('attack H2: an event counts for the device and topic of its subject only, whatever it says', () => {
  const { told, take } = openReceiver('bcube-events', [one, two])
  const notice = { kind: 'lid_opened', analysis_uuid: null, text: '' }
  take({ topic: 'bcube-events', uuid: two, at, payload: notice })
  take({ topic: 'bcube-events', uuid: two, at, error: 'x' })
  take({ topic: 'bcube-status', uuid: one, at, payload: statusOf(one, 1) })
  const status = { kind: 'status', analysis_uuid: run, status: 'COMPLETE' }
  take({ topic: 'analysis', uuid: one, at, payload: status })
  expect(told).toEqual([])
  const statuses = openReceiver('bcube-status', [one, two])
  statuses.take({ topic: 'bcube-status', uuid: one, at, payload: statusOf(two, 1) })
  expect(statuses.told).toEqual([])
})

test('attack M2: progress of a run, heard in its swarm, joins the status that everybody hears without it', () => {
  const shown: (string | null)[] = []
  const told: string[] = []
  const receiver = createReceiver(
    {
      onRun: () => told.push('run'),
      onNotice: ({ topic, payload }) => told.push(`${topic} ${'kind' in payload && payload.kind}`),
      onError: () => told.push('error'),
      onStatuses: (batch) => {
        for (const { status } of batch.values()) shown.push(status.run?.state ?? null)
      },
    },
    () => [
      { topic: 'bcube-status', recipients: [one] },
      { topic: 'run', recipients: [one] },
    ],
  )
  const say = (topic: Topic, event: object) =>
    receiver.take(JSON.stringify({ uuid: one, at, ...event }), { topic, device: one })
  const progress = progressOf('running')
  const status = { ...statusOf(one, 1), run: null, busy: 'Y' }
  const inRun = { topic: 'analysis', payload: { kind: 'progress', analysis_uuid: run, progress } }
  say('run', inRun)
  say('bcube-status', { topic: 'bcube-status', payload: status })
  expect(shown).toEqual(['running'])
  vi.advanceTimersByTime(6000)
  say('bcube-status', { topic: 'bcube-status', payload: { ...status, busy: 'N' } })
  vi.advanceTimersByTime(6000)
  expect(shown.at(-1)).toBe(null)
  const notice = { kind: 'run_started', analysis_uuid: run, text: '' }
  say('run', { topic: 'analysis', payload: { kind: 'notice', analysis_uuid: run, notice } })
  expect(told).toEqual(['bcube-events run_started'])
  receiver.stop()
})

test('A26-62: a status shows no progress that came before the status before it', () => {
  const shown: (string | null)[] = []
  const receiver = createReceiver(
    {
      onRun: () => {},
      onNotice: () => {},
      onError: () => {},
      onStatuses: (batch) => {
        for (const { status } of batch.values()) shown.push(status.run?.analysis_uuid ?? null)
      },
    },
    () => [
      { topic: 'bcube-status', recipients: [one] },
      { topic: 'run', recipients: [one] },
    ],
  )
  const say = (topic: Topic, event: object) =>
    receiver.take(JSON.stringify({ uuid: one, at, ...event }), { topic, device: one })
  const busy = () =>
    say('bcube-status', { topic: 'bcube-status', payload: { ...statusOf(one, 1), busy: 'Y' } })
  const payload = { kind: 'progress', analysis_uuid: run, progress: progressOf('running') }
  say('run', { topic: 'analysis', payload })
  busy()
  vi.advanceTimersByTime(6000)
  // Begin a run of another swarm, of which only the status comes here.
  busy()
  vi.advanceTimersByTime(6000)
  expect(shown).toEqual([run, null])
  receiver.stop()
})

test('a message that is no event is left out', () => {
  const { told, take } = openReceiver('bcube-status', [one])
  for (const message of [
    null,
    'x',
    {},
    { topic: 'bcube-status', uuid: one, at, payload: {} },
    { topic: 'none', uuid: one, at, error: 'x' },
  ])
    take(message)
  expect(told).toEqual([])
})

test('waits for the next try grow to 30 s and no further, and no two pages wait alike', () => {
  expect([0, 1, 2, 3].map((tries) => waitBefore(tries, 1))).toEqual([500, 750, 1125, 1687.5])
  expect(waitBefore(0, 0)).toBe(250)
  expect(waitBefore(40, 1)).toBe(30_000)
  expect(waitBefore(40, 0)).toBe(15_000)
})
