import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { uniform } from '../../../devices/random.ts'
import { type LanCall, lanHeaders } from '../../../domain/lan/lan-call.ts'
import { lanRows } from '../../../domain/lan/lan-calls.ts'
import { proofText } from '../../../domain/lan/lan-pass.ts'
import type { LanBench } from '../../devices/lan-bench.ts'
import { makeOrder, uuidOf } from '../../devices/orders.ts'

/** Draw by name, the same for the same seed, so that a request that breaks the device can be sent again. */
export function drawer(seed: string, name: string) {
  let drawn = 0
  const below = (limit: number) => Math.floor(uniform(`${seed}|${name}|${(drawn += 1)}`) * limit)
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item }
}
export type Draw = ReturnType<typeof drawer>

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
export const right: readonly object[] = [
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

/** Commands after which the device is away for a while. */
const harmful = new Set(['SHUTDOWN', 'REBOOT', 'UPDATE'])
const named = lanRows.filter(({ command }) => !harmful.has(command))

/** Send one request; its status. What is signed rightly is so in three of four, so that the handlers are reached. */
export async function sendBent(
  { holder, device }: Pick<LanBench, 'holder' | 'device'>,
  { seed, number, challenge }: { seed: string; number: number; challenge: string },
): Promise<number> {
  const draw = drawer(seed, String(number))
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
