// The device is played, so that it fails at the moments that matter; a true one is read in tests/desktop/bridge.test.ts.
import { expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import type { HeldRun } from '../../domain/lan/held-run.ts'
import { fetchRuns } from '../../web/lan/fetch-runs.ts'
import type { fetchRun } from '../../web/lan/follow.ts'
import type { SeenRun } from '../../web/local/seen-device.ts'
import { uuidOf } from '../devices/orders.ts'

const runs = [1, 2, 3].map((digit) => ({ analysis_uuid: uuidOf(digit) }) as HeldRun)
const stopped = new AbortController()

async function play(answer: (at: number, options: Parameters<typeof fetchRun>[2]) => unknown) {
  const asked: number[] = []
  const kept: unknown[] = []
  const shown: number[] = []
  const outcome = await fetchRuns('cube-1', runs, {
    signal: stopped.signal,
    device: uuidOf(9),
    onProgress: (done) => shown.push(done),
    keep: async (run) => {
      kept.push(run.run)
    },
    fetch: (async (_hostname, uuid, options) => {
      const at = runs.findIndex(({ analysis_uuid }) => analysis_uuid === uuid)
      asked.push(at)
      await answer(at, options)
      return { run: at } as unknown as SeenRun
    }) as typeof fetchRun,
  })
  return { ...outcome, asked, kept, shown }
}

test('each is kept as it comes; one that cannot be had is passed over and named', async () => {
  const refuse = (at: number) => {
    if (at === 1) throw new Fault('not_found', 'No such run')
  }
  expect(await play(refuse)).toEqual({
    fetched: 2,
    failed: [runs[1]],
    interrupted: false,
    asked: [0, 1, 2],
    kept: [0, 2],
    shown: [1, 2, 3],
  })
})

test('a device that falls silent is not asked for the rest; only the one that is meant is asked', async () => {
  const given: unknown[] = []
  const fallSilent = (at: number, options: Parameters<typeof fetchRun>[2]) => {
    given.push(options?.given?.device)
    if (at === 1) throw new Fault('network', "Can't find host for bCUBE")
  }
  expect(await play(fallSilent)).toMatchObject({
    fetched: 1,
    failed: [runs[1], runs[2]],
    asked: [0, 1],
    interrupted: false,
  })
  expect(given).toEqual([uuidOf(9), uuidOf(9)])
})

test('a stopped fetch is no failure', async () => {
  const stop = (at: number) => {
    if (at !== 1) return
    stopped.abort()
    throw new Error('aborted')
  }
  expect(await play(stop)).toMatchObject({
    fetched: 1,
    failed: [],
    interrupted: true,
    asked: [0, 1],
  })
})
