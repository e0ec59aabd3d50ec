import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHolds, deliverOnce } from '../../devices/delivery.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

let bench: BenchDevice
beforeEach(() => {
  bench = benchDevice()
})
afterEach(() => bench.remove())

test('a run that the device has lost with its storage ends when it is ordered to abort it', async () => {
  const lost = uuidOf(7)
  expect(bench.order({ name: 'ABORT', analysis_uuid: lost })).toMatchObject({ state: 'done' })
  const ends: unknown[] = []
  const ports = {
    store: bench.store,
    call: async (row: { path: string }, given?: unknown) => {
      if (row.path.includes('finished')) ends.push(given)
      return {} as never
    },
    progress: () => null,
    report: () => {},
  }
  while (await deliverOnce(ports, createHolds(1000, 1000)));
  expect(ends).toMatchObject([
    { params: { id: lost }, body: { outcome: 'aborted', measured: { AMP: 0, VAL: 0 } } },
  ])
  // Expect that it is not taken up again, and that the device is free for another run.
  bench.losePower()
  expect(bench.device.status()).toMatchObject({ busy: 'N', run: null })
  const order = makeOrder({ analysis: uuidOf(8) })
  expect(bench.order({ name: 'LOAD_RECIPE', order })).toMatchObject({ state: 'accepted' })
})
