import { afterEach, describe, expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import { createPool, inWorker, type Pool } from '../../workers/pool.ts'

/** Large enough that a job is still running when it is aborted. */
const large = createReadings(['FAM', 'VIC', 'CY5', 'ROX'], 1500, 400)
large.temperatures.fill(0).forEach((_, i, all) => (all[i] = 50 + i / 10))
large.values.forEach((_, i, all) => (all[i] = Math.sin(i / 7) * 10 + (i % 400)))
const small = createReadings(['FAM'], 2, 3)
small.values.set([1, 2, 3, 4, 5, 6])

const started: Worker[] = []
let pool: Pool | undefined

function makePool(size: number, idleStopMs = 60_000): Pool {
  const url = new URL('../../workers/entry.ts', import.meta.url)
  pool = createPool({
    size,
    idleStopMs,
    start: () => {
      const worker = new Worker(url, { type: 'module' })
      started.push(worker)
      return worker
    },
  })
  return pool
}

afterEach(() => {
  pool?.stop()
  started.length = 0
})

async function waitUntil(holds: () => boolean): Promise<void> {
  const end = performance.now() + 5000
  while (!holds() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(holds()).toBe(true)
}

describe('worker pool', () => {
  test('runs a job in a worker and gives typed arrays back', async () => {
    const bytes = await inWorker('encodeCurves', null, { amplification: small, melt: null })
    expect(bytes).toEqual(encodeCurves({ amplification: small, melt: null }))
    const curves = await inWorker('decodeCurves', null, bytes)
    expect(curves.amplification.values).toEqual(small.values)
    // Expect the page's own readings to stay usable: arguments are copied, only answers change hands.
    expect(small.values).toHaveLength(6)
  })

  test('hands on a fault with its reason', async () => {
    const failure = await inWorker('decodeCurves', null, new Uint8Array(20)).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Fault)
    expect((failure as Fault).first).toMatchObject({ code: 'invalid', reason: 'not_curves' })
  })

  test('queues what is more than its workers', async () => {
    const busy = makePool(2)
    const jobs = Array.from({ length: 7 }, () => busy.run('meltLayers', null, small))
    expect(busy.count()).toBe(2)
    expect(await Promise.all(jobs)).toHaveLength(7)
    expect(started).toHaveLength(2)
  })

  test('an abort stops its worker, the jobs behind it go on', async () => {
    const busy = makePool(1)
    // Start the worker first, so that the abort meets a job in the middle of its work.
    await busy.run('meltLayers', null, small)
    const stop = new AbortController()
    const doomed = busy.run('meltLayers', stop.signal, large)
    const rest = [1, 2].map(() => busy.run('meltLayers', null, small))
    setTimeout(() => stop.abort(new Error('changed my mind')), 30)
    await expect(doomed).rejects.toThrow('changed my mind')
    expect((await Promise.all(rest)).map(({ wells }) => wells)).toEqual([2, 2])
    expect(started).toHaveLength(2)
    expect(busy.count()).toBe(1)
  })

  test('an abort of a waiting job, or before the start, disturbs nobody', async () => {
    const busy = makePool(1)
    const first = busy.run('meltLayers', null, small)
    const stop = new AbortController()
    const waiting = busy.run('meltLayers', stop.signal, small)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(busy.run('meltLayers', stop.signal, small)).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect((await first).wells).toBe(2)
    expect(started).toHaveLength(1)
  })

  test('stops its workers when idle and starts again on demand', async () => {
    const lazy = makePool(2, 50)
    expect(lazy.count()).toBe(0)
    await lazy.run('meltLayers', null, small)
    expect(lazy.count()).toBe(1)
    await waitUntil(() => lazy.count() === 0)
    expect((await lazy.run('meltLayers', null, small)).wells).toBe(2)
    expect(started).toHaveLength(2)
  })

  test('a worker that dies fails its job and is replaced', async () => {
    let broken = true
    const shaky = createPool({
      size: 1,
      idleStopMs: 1000,
      start: () => {
        const url = broken
          ? 'data:text/javascript,throw new Error("dead")'
          : new URL('../../workers/entry.ts', import.meta.url)
        broken = false
        return new Worker(url, { type: 'module' })
      },
    })
    const lost = shaky.run('meltLayers', null, small)
    const next = shaky.run('meltLayers', null, small)
    await expect(lost).rejects.toBeInstanceOf(Fault)
    expect((await next).wells).toBe(2)
    shaky.stop()
  })
})
