import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkConnection } from '../../devices/lan/connection-check.ts'
import { createEdgeCall } from '../../devices/edge-client.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { type LanBench, makeHolder, reasonOf, startLanBench } from './lan-bench.ts'

let bench: LanBench
beforeAll(async () => {
  bench = await startLanBench()
}, 30_000)
afterAll(() => bench.end())

const check = () => bench.device.call(lanCalls.connectionCheck, {})
const outcomes = ({ steps }: Awaited<ReturnType<typeof check>>) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))

test('a device tells how far it gets to its service, with what it measured', async () => {
  const report = await check()
  // Skip the live bus, which this edge does not have.
  expect(outcomes(report)).toEqual({
    resolve: 'ok',
    tcp: 'ok',
    tls: 'skipped',
    service: 'ok',
    time: 'ok',
    bus: 'failed',
    upload: 'ok',
  })
  expect(report.service).toBe(new URL(bench.edge.url).host)
  expect(report.steps.find(({ step }) => step === 'upload')?.value).toBeGreaterThan(0)
  for (const { outcome, ms } of report.steps) expect(ms === null).toBe(outcome === 'skipped')
})

test('a wrong clock is named with its seconds, and the rest is measured all the same', async () => {
  await bench.device.control({ faults: { clock_ms: 240_000 } })
  const report = await check()
  await bench.device.control({ faults: { clock_ms: 0 } })
  const time = report.steps.find(({ step }) => step === 'time')
  expect(time?.outcome).toBe('failed')
  expect(Math.abs(Number(time?.value) - 240)).toBeLessThan(5)
  expect(outcomes(report)).toMatchObject({ upload: 'ok' })
})

test('where something else than the service answers, that step is named and no later one is tried', async () => {
  bench.edge.down = true
  const report = await check()
  bench.edge.down = false
  expect(outcomes(report)).toMatchObject({
    tcp: 'ok',
    service: 'failed',
    time: 'skipped',
    upload: 'skipped',
  })
})

/** Check a service at an address, without a device around it. */
function checkAt(edge: string) {
  const call = createEdgeCall({ edge, uuid: '', key: '' }, new AbortController().signal)
  return checkConnection({ edge, call, hasBus: () => true, now: Date.now })
}

test('a name that no server knows, a closed port and a line without TLS are distinguished', async () => {
  expect(outcomes(await checkAt('http://nowhere.invalid'))).toMatchObject({
    resolve: 'failed',
    tcp: 'skipped',
    bus: 'ok',
  })
  const plain = createServer((socket) => {
    // Ignore that the device leaves in the middle of it.
    socket
      .on('error', () => undefined)
      .resume()
      .end('no TLS\r\n')
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as { port: number }
  expect(outcomes(await checkAt(`https://localhost:${port}`))).toMatchObject({
    tcp: 'ok',
    tls: 'failed',
    service: 'skipped',
  })
  await new Promise((resolve) => plain.close(resolve))
  const closed = await checkAt(`http://127.0.0.1:${port}`)
  expect(closed.steps[1]).toMatchObject({ step: 'tcp', outcome: 'failed', value: 'ECONNREFUSED' })
})

test('the check is for people who may set the device up', async () => {
  const holder = await makeHolder(bench.edge, { permissions: ['products.search'] })
  const asked = bench.device.call(lanCalls.connectionCheck, {}, { holder })
  expect(await reasonOf(asked)).toBe('permission_missing')
})
