import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackOff } from '../../devices/back-off.ts'
import { createHolds, deliverOnce } from '../../devices/delivery.ts'
import type { EdgeCall } from '../../devices/edge-client.ts'
import { countWaiting, keepAnswer, undeliveredRuns } from '../../devices/outbox.ts'
import { newRun, type RunRecord, stepsOf } from '../../devices/run-record.ts'
import { forgetOldRuns, keepProgress, knowsRun } from '../../devices/run-store.ts'
import { openStore, type Store, transact } from '../../devices/store.ts'
import { measureProgress } from '../../devices/thermal.ts'
import { Fault } from '../../domain/fault.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { makeOrder, uuidOf } from './orders.ts'

// Answer the calls by a few lines in the test, which set what the service has lost or refuses: the real one cannot do
// so on demand.
let folder: string
let store: Store
let sent: string[]
let answer: (path: string, body: unknown) => unknown
let now: number

const call: EdgeCall = async (row, given) => {
  const { params, body } = (given ?? {}) as { params?: { id: string }; body?: unknown }
  const path = row.path.replace(':id', params?.id.slice(0, 8) ?? '')
  const readings = (body as { readings?: Reading[] } | undefined)?.readings
  sent.push(readings ? `${path} ${readings.map((each) => each.index).join(' ')}` : path)
  return answer(path, body) as never
}
let held: ReturnType<typeof createHolds>
const pass = () => deliverOnce({ store, call, progress: () => null, report: () => {} }, held)
async function deliverAll(): Promise<void> {
  while (await pass());
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-delivery-'))
  store = openStore(folder)
  sent = []
  now = 0
  held = createHolds(10_000, 60_000, () => now)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** Make a run that has ended after so many readings. */
function finishedRun(digit: number, points: number): RunRecord {
  const order = makeOrder({ analysis: uuidOf(digit) })
  const at = '2026-11-20T12:00:00.000Z'
  let run: RunRecord = { ...newRun(order, uuidOf(90 + digit)), state: 'running', started_at: at }
  for (let index = 1; index <= points; index += 1) {
    run = { ...run, position: index * 2 }
    keepProgress(store, run, {
      phase: 'AMP',
      index,
      temperature: 60,
      elapsed: index,
      values: [[index]],
    })
  }
  keepProgress(store, { ...run, state: 'finished', outcome: 'completed', ended_at: at }, null)
  return run
}

test('tells a run in order: start, readings, end; then nothing is left', async () => {
  finishedRun(1, 3)
  answer = (path) => (path.includes('readings') ? { AMP: 3, VAL: 0 } : {})
  await deliverAll()
  expect(sent).toEqual([
    '/device/started/00000001',
    '/device/readings/00000001 1 2 3',
    '/device/finished/00000001',
  ])
  expect(undeliveredRuns(store)).toEqual([])
})

test('readings that the service has lost after acknowledging them are sent again', async () => {
  finishedRun(1, 120)
  let lost = false
  const kept = new Set<number>()
  answer = (path, body) => {
    if (path.includes('finished') && !lost) {
      lost = true
      for (const index of [40, 41, 119]) kept.delete(index)
      throw new Fault('refused', 'Some readings have not come yet', { reason: 'readings_missing' })
    }
    for (const { index } of (body as { readings?: Reading[] }).readings ?? []) kept.add(index)
    let AMP = 0
    while (kept.has(AMP + 1)) AMP += 1
    return { AMP, VAL: 0 }
  }
  await deliverAll()
  expect(countWaiting(store)).toBe(120)
  now += 60_000
  await deliverAll()
  expect(kept.size).toBe(120)
  expect(undeliveredRuns(store)).toEqual([])
})

test('a run that is refused waits by itself and does not hold up the others', async () => {
  finishedRun(1, 2)
  finishedRun(2, 2)
  answer = (path) => {
    if (path.endsWith('00000001')) throw new Fault('not_found', 'No such run on this device')
    return { AMP: 2, VAL: 0 }
  }
  await deliverAll()
  expect(undeliveredRuns(store).map(({ run }) => run.order.analysis_uuid)).toEqual([uuidOf(1)])
  const tries = () => sent.filter((line) => line.endsWith('00000001')).length
  expect(tries()).toBe(1)
  now += 4_000
  await pass()
  expect(tries()).toBe(1)
  now += 60_000
  await pass()
  expect(tries()).toBe(2)
})

test('a service that keeps nothing of what it acknowledges is not asked in circles', async () => {
  finishedRun(1, 2)
  answer = (path) => (path.includes('readings') ? { AMP: 0, VAL: 0 } : {})
  await deliverAll()
  expect(sent.filter((line) => line.includes('readings'))).toHaveLength(1)
})

/** Play a service that refuses some points, and a wrong place of the run, as the real one does. */
function refusePoints(wrong: readonly number[], isWrong: (progress: RunProgress) => boolean) {
  const kept = new Map<number, Reading>()
  const refuse = (field: string) => ({
    code: 'invalid' as const,
    field,
    reason: 'reading_impossible' as const,
    message: 'This cannot have been measured in this run',
  })
  answer = (path, body) => {
    if (!path.includes('readings')) return {}
    const { readings, progress } = body as { readings: Reading[]; progress: RunProgress }
    const details = readings.flatMap(({ index, values }, at) =>
      wrong.includes(index) && values[0]?.[0] !== null ? [refuse(`readings.${at}.values.0.0`)] : [],
    )
    if (isWrong(progress)) details.push(refuse('progress.temperature'))
    const [first, ...more] = details
    // Name no more than five, as the service does.
    if (first) throw new Fault([first, ...more.slice(0, 4)])
    for (const reading of readings) kept.set(reading.index, reading)
    return { AMP: kept.size, VAL: 0 }
  }
  return kept
}

test('attack L5: readings that the service refuses do not hold back the rest of their run', async () => {
  finishedRun(1, 70)
  const wrong = [2, 7, 11, 12, 13, 14, 15, 70]
  const kept = refusePoints(wrong, () => false)
  await deliverAll()
  expect(undeliveredRuns(store)).toEqual([])
  expect(kept.size).toBe(70)
  for (const [index, { values, temperature }] of kept) {
    expect(values[0]?.[0]).toBe(wrong.includes(index) ? null : index)
    expect(temperature).toBe(60)
  }
  expect(kept.get(2)?.values).toEqual([Array.from({ length: 16 }, () => null)])
  // Expect the original reading on the device.
  const own = store.prepare('SELECT body FROM reading WHERE point = 2').get()
  expect(String(own?.['body'])).toContain('[[2]]')
  expect(sent.at(-1)).toBe('/device/finished/00000001')
})

test('attack L5: a wrong place of the run does not hold back its readings', async () => {
  const run = finishedRun(1, 3)
  const kept = refusePoints([], ({ temperature }) => temperature > 150)
  const progress = () => ({ ...measureProgress(run, stepsOf(run), 0), temperature: 1000 })
  while (await deliverOnce({ store, call, progress, report: () => {} }, held));
  expect(kept.size).toBe(3)
  expect(undeliveredRuns(store)).toEqual([])
})

test('an answer to a command nobody knows any more is dropped; a cut line keeps it', async () => {
  keepAnswer(store, { command_uuid: uuidOf(70), state: 'done' })
  answer = () => {
    throw new Fault('network', 'fetch failed')
  }
  await expect(pass()).rejects.toMatchObject({ code: 'network' })
  expect(countWaiting(store)).toBe(1)
  answer = () => {
    throw new Fault('not_found', 'No such command')
  }
  await pass()
  expect(countWaiting(store)).toBe(0)
})

test('faults R4: an answer and a run that a full store refuses are kept and told later', async () => {
  keepAnswer(store, { command_uuid: uuidOf(70), state: 'done' })
  finishedRun(1, 2)
  answer = () => {
    throw new Fault('store_full', 'The store is full')
  }
  await expect(pass()).rejects.toMatchObject({ code: 'store_full' })
  expect(countWaiting(store)).toBe(3)
  answer = (path) => (path.includes('readings') ? { AMP: 2, VAL: 0 } : {})
  await deliverAll()
  expect([countWaiting(store), undeliveredRuns(store)]).toEqual([0, []])
})

test('a point that has been kept is never replaced, and a failed change leaves nothing behind', () => {
  const run = finishedRun(1, 1)
  keepProgress(store, run, { phase: 'AMP', index: 1, temperature: 60, elapsed: 9, values: [[99]] })
  const kept = store.prepare('SELECT body FROM reading').all()
  expect(kept).toHaveLength(1)
  expect(String(kept[0]?.['body'])).toContain('[[1]]')
  expect(() =>
    transact(store, () => {
      keepProgress(store, run, {
        phase: 'AMP',
        index: 2,
        temperature: 60,
        elapsed: 9,
        values: [[2]],
      })
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(store.prepare('SELECT body FROM reading').all()).toHaveLength(1)
})

test('of the runs that the service has whole, the last twenty stay', async () => {
  for (let digit = 1; digit <= 23; digit += 1) finishedRun(digit, 1)
  answer = (path) => {
    if (path.endsWith('00000002')) throw new Fault('not_found', '')
    return { AMP: 1, VAL: 0 }
  }
  await deliverAll()
  forgetOldRuns(store)
  const known = Array.from({ length: 23 }, (_, at) => knowsRun(store, uuidOf(at + 1)))
  // Keep the second, which was never taken by the service and so is not among those that may go.
  expect(known.map((stays, at) => (stays ? 0 : at + 1)).filter(Boolean)).toEqual([1, 3])
})

test('waiting times double up to a limit and are spread over half of it', () => {
  const least = createBackOff(500, 4_000, () => 0)
  expect([1, 2, 3, 4, 5].map(() => least.next())).toEqual([250, 500, 1_000, 2_000, 2_000])
  const most = createBackOff(500, 4_000, () => 1)
  expect([1, 2, 3, 4, 5].map(() => most.next())).toEqual([500, 1_000, 2_000, 4_000, 4_000])
  most.reset()
  expect(most.next()).toBe(500)
})
