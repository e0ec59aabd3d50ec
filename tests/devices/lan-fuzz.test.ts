import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uniform } from '../../devices/random.ts'
import { type LanCall, lanHeaders } from '../../domain/lan/lan-call.ts'
import { lanCalls, lanRows } from '../../domain/lan/lan-calls.ts'
import { proofText } from '../../domain/lan/lan-pass.ts'
import { type LanBench, startLanBench } from './lan-bench.ts'
import { makeOrder, uuidOf } from './orders.ts'

/** Seeded, so that a request that breaks the device can be sent again: `LAN_FUZZ_SEED=… LAN_FUZZ_COUNT=…`. */
const seed = process.env['LAN_FUZZ_SEED'] ?? 'lan'
const count = Number(process.env['LAN_FUZZ_COUNT'] ?? 5_000)

let holder: LanBench['holder']
let device: LanBench['device']
let end: LanBench['end']

beforeAll(async () => {
  ;({ holder, device, end } = await startLanBench({ rate: 1_000_000, speed: 2_000 }))
}, 30_000)
afterAll(() => end())

/** Draws by name, the same for the same seed. */
function drawer(name: string) {
  let drawn = 0
  const below = (limit: number) => Math.floor(uniform(`${seed}|${name}|${(drawn += 1)}`) * limit)
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item }
}
type Draw = ReturnType<typeof drawer>

const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  'x',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(70_000),
  '../../etc/passwd',
  "'; DROP TABLE run; --",
  [],
  {},
  [[[[[1]]]]],
  uuidOf(1),
  uuidOf(2),
  { analysis_uuid: uuidOf(1) },
]
const right: readonly object[] = [
  {},
  { analysis_uuid: uuidOf(1) },
  { analysis_uuid: uuidOf(1), position: 3 },
  { analysis_uuid: uuidOf(1), cycles: 2 },
  { analysis_uuid: uuidOf(1), after: { AMP: 1e9, VAL: -5 } },
  { order: makeOrder({ cycles: 3 }) },
  { order: { ...makeOrder({ analysis: uuidOf(2) }), wells: [] } },
  { info: { name: 'n' } },
  { settings: { 'illumination.FAM.intensity': 5 } },
  { version: '9.9.9', file_hash: 'f'.repeat(64) },
  { config_uuid: uuidOf(5) },
  { ssid: 'Laboratory', security: 'open' },
  { ssid: 'Laboratory' },
  { radio: 'wifi', on: true },
  { radio: 'ble', address: '5C:F3:70:9A:00:01' },
  { radio: 'wifi', ssid: 'Laboratory' },
  { line: 'cat /var/log/device.log' },
  { line: 'ls ../..' },
  { name: 'device.log' },
  { action: 'start' },
  { command_uuid: uuidOf(6) },
]
const keys = ['analysis_uuid', 'order', 'info', 'line', 'ssid', 'after', 'settings', 'name', 'x']

/** Draw valid parameters in half of all cases; else odd ones, or valid ones with one part changed. */
function makeParams(draw: Draw, { params: schema }: LanCall): unknown {
  const fitting = right.filter((one) => v.is(schema, one))
  const params: Record<string, unknown> = { ...draw.pick(fitting.length > 0 ? fitting : right) }
  if (draw.below(2) === 0) return params
  if (draw.below(3) === 0) return draw.pick(odd)
  for (let bends = draw.below(3); bends > 0; bends -= 1) params[draw.pick(keys)] = draw.pick(odd)
  return params
}

/** Draw the text of a body: mostly valid, sometimes cut, doubled or strewn with other bytes. */
function makeBody(draw: Draw, row: LanCall): string {
  const command = draw.below(15) === 0 ? draw.pick(odd) : row.command
  const body = { command, params: makeParams(draw, row) }
  const text = JSON.stringify(draw.below(20) === 0 ? { ...body, more: draw.pick(odd) } : body)
  switch (draw.below(12)) {
    case 0:
      return text.slice(0, draw.below(text.length))
    case 1: {
      const at = draw.below(text.length)
      return text.slice(0, at) + String.fromCharCode(draw.below(0x300)) + text.slice(at + 1)
    }
    case 2:
      return `${'['.repeat(draw.below(5_000))}${text}`
    default:
      return text
  }
}

const harmful = new Set(['SHUTDOWN', 'REBOOT', 'UPDATE'])
const named = lanRows.filter(({ command }) => !harmful.has(command))

/** Sends one request; its status. What is signed rightly is so in three of four, so that the handlers are reached. */
async function sendOne(number: number, challenge: string): Promise<number> {
  const draw = drawer(String(number))
  const row = draw.pick(named)
  const path =
    draw.below(15) === 0 ? draw.pick(['/', '/lan/v1/', '/lan/v1/command/x', '//']) : row.path
  const body = makeBody(draw, row)
  const [operation, nonce] = [randomUUID(), randomUUID()]
  const { command } = row
  const digest = createHash('sha256').update(body).digest('hex')
  const { uuid } = device
  const text = proofText({ challenge, device: uuid, path, command, operation, nonce, digest })
  const headers: Record<string, string> = {
    'Content-Type': draw.below(20) === 0 ? 'text/html' : 'application/json',
    [lanHeaders.pass]: holder.pass,
    [lanHeaders.proof]: `${challenge}.${nonce}.${await holder.sign(text)}`,
    [lanHeaders.operation]: operation,
  }
  if (draw.below(4) === 0) {
    const name = draw.pick([...Object.values(lanHeaders), 'Origin'])
    headers[name] = draw.pick([
      '',
      '.',
      '..',
      'a.b.c',
      'null',
      'x'.repeat(5_000),
      `${holder.pass}x`,
    ])
  }
  const method = draw.below(15) === 0 ? draw.pick(['PUT', 'OPTIONS', 'DELETE']) : 'POST'
  const response = await fetch(`${device.origin}${path}`, { method, headers, body })
  await response.arrayBuffer()
  return response.status
}

test(`${count} bent requests: no crash, no answer of 500 or above`, async () => {
  const { challenge } = await device.call(lanCalls.greet, {})
  const began = device.output().split('cube-1 on,').length
  const statuses = new Map<number, number>()
  const broken: number[] = []
  for (let first = 0; first < count; first += 50) {
    const numbers = Array.from({ length: Math.min(50, count - first) }, (_, at) => first + at)
    const sent = await Promise.all(
      numbers.map(async (number) => ({ number, status: await sendOne(number, challenge) })),
    )
    for (const { number, status } of sent) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) broken.push(number)
    }
  }
  console.log(`seed ${seed}:`, Object.fromEntries(statuses))
  expect(broken).toEqual([])
  expect(device.isAlive()).toBe(true)
  expect(device.output().split('cube-1 on,').length).toBe(began)
  expect(device.output()).not.toContain('a call failed')
  // Enough of them got through for the handlers to have been tried.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 10)
  expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
}, 300_000)

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
