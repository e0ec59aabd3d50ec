// Find the device, a process of its own, by multicast DNS; play its messages if this machine has no network for that.
// The edge is a replacement that signs passes, as in tests/devices/lan-bench.ts.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Find, Heard } from '../../desktop/find-devices.ts'
import type { Host } from '../../desktop/start-host.ts'
import { type SignedCall, callPath } from '../../domain/desktop-bridge.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { LanCall } from '../../domain/lan/lan-call.ts'
import { readReply } from '../../domain/reply.ts'
import { hostState } from '../../web/host/host.ts'
import { callDevice } from '../../web/lan/call-device.ts'
import type { PassHolder } from '../../web/lan/holder.ts'
import {
  type LanDevice,
  type LanEdge,
  makeHolder,
  startLanDevice,
  startLanEdge,
} from '../devices/lan-bench.ts'
import { makeOrder, uuidOf } from '../devices/orders.ts'
import { enter, hasNetwork, startTestHost, type Visitor } from './host-bench.ts'

const hostname = `cube-${process.pid}`
const analysis_uuid = uuidOf(1)
let edge: LanEdge
let holder: PassHolder
let device: LanDevice
let host: Host
let page: Visitor
let played: Heard | null = null
let isGone = false

const speak = () =>
  !isGone &&
  played?.heard({
    uuid: device.uuid,
    hostname,
    deviceType: 'bcube',
    address: '127.0.0.1',
    port: Number(new URL(device.origin).port),
  })
const playMdns: Find = (heard) => {
  played = heard
  setTimeout(speak)
  return { ask: speak, stop: async () => undefined }
}

/** Wait for the next news of this test's device: the network may hold others. */
async function nextOf(name: 'deviceUpdate' | 'deviceDelete') {
  for (;;) {
    const said = await page.next(name)
    if (said.uuid === device.uuid && said.hostname === hostname) return said
  }
}

beforeAll(async () => {
  edge = await startLanEdge()
  holder = await makeHolder(edge)
  device = await startLanDevice(edge, holder, { hostname, mdns: hasNetwork })
  host = await startTestHost(hasNetwork ? {} : { find: playMdns })
  page = await enter(host)
}, 60_000)

afterAll(async () => {
  page?.leave()
  await host?.close()
  await device?.remove()
  await edge?.close()
})

/** Make and sign a call as the page does; `carry` takes it to the host. */
function signed<Row extends LanCall>(
  row: Row,
  params: Parameters<typeof callDevice<Row>>[2],
  carry: (row: LanCall, call: SignedCall) => Promise<unknown>,
) {
  hostState.reachDevicesBy(() => (called, body, headers) => carry(called, { body, headers }))
  onTestFinished(() => hostState.reachDevicesBy(() => null))
  return callDevice(hostname, row, params, { holder, device: device.uuid })
}

/** Carry a call in the device's own envelope. */
async function byDeviceCall({ path }: LanCall, call: SignedCall): Promise<unknown> {
  const answer = await page.call('deviceCall', { hostname, path, signed: call })
  return readReply(JSON.parse(answer.text), answer.status)
}

test('[DESK-001] [DESK-004] a page that begins to listen receives the devices and the network', async () => {
  expect(await page.next('deviceList')).toEqual({ devices: [] })
  const { interfaces } = await page.next('networkConfig')
  expect(interfaces.length > 0).toBe(hasNetwork)
})

test('[DESK-002] [DESK-006] [MODE-009] devices are looked for from the sign-in on', async () => {
  expect(host.isLooking()).toBe(false)
  expect(await page.call('startDiscovery', {})).toMatchObject({ status: 200 })
  expect(host.isLooking()).toBe(true)
  expect(await nextOf('deviceUpdate')).toMatchObject({ deviceType: 'bcube' })
})

test('[DESK-007] a run is read from the device by its hostname and the id of the analysis', async () => {
  const order = makeOrder({ analysis: analysis_uuid, cycles: 3 })
  await signed(lanCalls.loadRecipe, { order }, byDeviceCall)
  const status = () => signed(lanCalls.status, {}, byDeviceCall)
  await device.until(async () => (await status()).runs.some((run) => run.measured.AMP > 0))
  let asked = 0
  const data = await signed(lanCalls.run, { analysis_uuid }, async (row, call) => {
    if (row.command !== lanCalls.run.command) return byDeviceCall(row, call)
    asked += 1
    const answer = await page.call('analysisGet', { hostname, analysis_uuid, signed: call })
    return JSON.parse(answer.text)
  })
  expect(asked).toBe(1)
  expect(data).toMatchObject({ run: { analysis_uuid, name: order.name }, order: { analysis_uuid } })
  expect(data.readings.length).toBeGreaterThan(0)
})

test('a call is carried byte for byte: what was bent on its way is refused by the device', async () => {
  const bent = signed(lanCalls.status, {}, (row, call) =>
    byDeviceCall(row, row.open ? call : { ...call, body: `${call.body} ` }),
  )
  await expect(bent).rejects.toMatchObject({
    first: { reason: expect.stringMatching(/^lan_proof/) },
  })
})

test('nothing but what a device answers is carried, and to nobody but who was found', async () => {
  const body = JSON.stringify({ command: 'GREET', params: {} })
  const path = lanCalls.greet.path
  const call = (params: object) =>
    page.ask(callPath('deviceCall'), {
      method: 'POST',
      headers: { Origin: page.origin },
      body: JSON.stringify(params),
    })
  const good = { hostname, path, signed: { body, headers: {} } }
  expect((await call(good)).status).toBe(200)
  for (const [bent, status, reason] of [
    [{ ...good, path: '/etc/passwd' }, 422, undefined],
    [{ ...good, hostname: 'a.evil.example' }, 422, undefined],
    [{ ...good, more: 1 }, 422, undefined],
    [{ ...good, signed: { body, headers: { 'Lan-Pass': 'a\r\nHost: b' } } }, 422, undefined],
    [{ ...good, signed: { body, headers: { Cookie: 'a' } } }, 422, undefined],
    [{ ...good, signed: { body: '{"command":"FORMAT"}', headers: {} } }, 404, 'no_such_call'],
    [{ ...good, hostname: 'cube-nobody' }, 503, 'lan_no_host'],
  ] as const) {
    const answer = await call(bent)
    const { errors } = JSON.parse(answer.text) as { errors: { reason?: string }[] }
    expect([bent, answer.status, errors[0]?.reason]).toEqual([bent, status, reason])
  }
  const other = { hostname, analysis_uuid, signed: { body, headers: {} } }
  expect((await page.call('analysisGet', other)).status, 'another call than it says').toBe(422)
  const unknown = await page.ask('/desktop/call/readFile', {
    method: 'POST',
    headers: { Origin: page.origin },
    body: '{}',
  })
  expect(unknown.status).toBe(404)
})

test('[DESK-003] [DESK-005] a goodbye of a device that answers no more is passed on, also in words', async () => {
  isGone = true
  await device.switchOff()
  if (!hasNetwork) played?.left(hostname)
  expect(await nextOf('deviceDelete')).toEqual({ uuid: device.uuid, hostname })
  for (;;) {
    const notice = await page.next('notification')
    if (notice.device?.uuid === device.uuid) {
      expect(notice.kind).toBe('device_away')
      break
    }
  }
})

test('[DESK-006] with the sign-out the search ends, and what was found is forgotten', async () => {
  await page.call('stopDiscovery', {})
  expect(host.isLooking()).toBe(false)
  const body = JSON.stringify({ command: 'GREET', params: {} })
  const signedCall = { body, headers: {} }
  const { path } = lanCalls.greet
  const answer = await page.call('deviceCall', { hostname, path, signed: signedCall })
  expect(answer.status).toBe(503)
})
