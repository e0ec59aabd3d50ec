// The form of seconds of `npm run battery -- device-api` (tests/batteries/device-api).
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { sendBent } from '../batteries/device-api/bent-bodies.ts'
import { hugeBodies, slowLoris } from '../batteries/device-api/floods.ts'
import { makeStrangers, restart, sendWrong, wrongs } from '../batteries/device-api/wrong-passes.ts'
import { type LanBench, startLanBench, startLanEdge } from './lan-bench.ts'

/** Seeded, so that a request that breaks the device can be sent again: `LAN_FUZZ_SEED=… LAN_FUZZ_COUNT=…`. */
const seed = process.env['LAN_FUZZ_SEED'] ?? 'lan'
const count = Number(process.env['LAN_FUZZ_COUNT'] ?? 1_500)

let bench: LanBench
let device: LanBench['device']

beforeAll(async () => {
  bench = await startLanBench({ rate: 1_000_000, speed: 2_000 })
  device = bench.device
}, 30_000)
afterAll(() => bench.end())

test(`${count} bent requests: no crash, no answer of 500 or above`, async () => {
  const { challenge } = await device.call(lanCalls.greet, {})
  const began = device.output().split('cube-1 on,').length
  const statuses = new Map<number, number>()
  const broken: number[] = []
  for (let first = 0; first < count; first += 20) {
    const numbers = Array.from({ length: Math.min(20, count - first) }, (_, at) => first + at)
    await Promise.all(
      numbers.map(async (number) => {
        const status = await sendBent(bench, { seed, number, challenge })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) broken.push(number)
      }),
    )
  }
  console.log(`seed ${seed}:`, Object.fromEntries(statuses))
  expect(broken).toEqual([])
  expect(device.isAlive()).toBe(true)
  expect(device.output().split('cube-1 on,').length).toBe(began)
  expect(device.output()).not.toContain('a call failed')
  // Expect enough of them to have got through for the handlers to have been tried.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 10)
  expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
}, 300_000)

test('issue 19: a caller without the right is refused, whatever is wrong with pass or proof', async () => {
  const other = await startLanEdge()
  const strangers = await makeStrangers(bench, other)
  await restart(bench)
  const { challenge } = await device.call(lanCalls.greet, {})
  const answers = new Map<string, number>()
  for (let number = 0; number < 6 * wrongs.length; number += 1) {
    const { status, what } = await sendWrong(bench, strangers, { seed, number, challenge })
    if (status !== 401 && status !== 403) answers.set(what, status)
  }
  expect(Object.fromEntries(answers)).toEqual({})
  await other.close()
}, 60_000)

test('issue 19: slow connections of one machine and bodies without end keep nobody else out', async () => {
  const met = await slowLoris(device, { count: 150, ms: 1_000 })
  expect(met).toMatchObject({ answered: met.made })
  // Expect the device to keep no more than its share of 150 connections of one address.
  expect(met.open).toBeLessThanOrEqual(24)
  const { swallowed, grown } = await hugeBodies(device, 4)
  expect(swallowed).toBe(0)
  expect(grown).toBeLessThan(64)
}, 60_000)

test('bytes that are no HTTP at all leave it standing', async () => {
  const { hostname, port } = new URL(device.origin)
  const texts = [
    '\u0000'.repeat(1_000),
    'GET',
    'POST /lan/v1/device HTTP/1.1\r\nHost: cube-1\r\nContent-Length: -5\r\n\r\n',
    'POST /lan/v1/device HTTP/1.1\r\nHost: cube-1\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `POST /lan/v1/device HTTP/1.1\r\nHost: cube-1\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST /lan/v1/device HTTP/1.1\r\nHost: cube-1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ]
  for (const text of texts) {
    const line = connect(Number(port), hostname)
    await new Promise<void>((resolve) => {
      line.on('error', () => resolve()).on('close', () => resolve())
      line.resume().write(text, () => setTimeout(() => line.destroy(), 50))
    })
  }
  expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
  expect(device.isAlive()).toBe(true)
})
