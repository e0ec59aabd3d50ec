import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandPoll, startCommandPoll } from '../../devices/command-poll.ts'
import { createEdgeCall } from '../../devices/edge-client.ts'
import type { DeviceStatus } from '../../domain/live/event.ts'
import { uuidOf } from './orders.ts'

/** Decision 87: the device asks once an hour for software that it has to install by itself, before it fetches its commands. */

let server: Server
let poll: CommandPoll | null = null
let asked: string[] = []
/** Answer to the question for due software; null for a service that knows no such call. */
let due: object | null
const waiting: (() => void)[] = []
/** Wait until the device has fetched its commands so often. */
async function fetched(times: number): Promise<void> {
  const count = () => asked.filter((path) => path === '/v3/device/commands').length
  while (count() < times) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

const answers: Readonly<Record<string, () => object>> = {
  '/v3/device/hello': () => ({ data: { server_time: new Date().toISOString() } }),
  '/v3/device/commands': () => ({ data: [] }),
}

beforeEach(async () => {
  asked = []
  due = { data: { ordered: null } }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const known = path === '/v3/device/due_update' ? due : answers[path]?.()
    response.statusCode = known ? 200 : 404
    response.setHeader('Content-Type', 'application/json')
    const missing = { ok: false, errors: [{ code: 'not_found', message: 'No such call' }] }
    response.end(JSON.stringify(known ? { ok: true, ...known } : missing))
    for (const go of waiting.splice(0)) go()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  poll?.stop()
  poll = null
  await new Promise((resolve) => server.close(resolve))
})

function start(): CommandPoll {
  const { port } = server.address() as AddressInfo
  const access = { edge: `http://127.0.0.1:${port}`, uuid: uuidOf(1), key: 'k' }
  const status = { bkernel_version: '1.0.0', busy: 'N', status: '{}' } as unknown as DeviceStatus
  return startCommandPoll({
    call: createEdgeCall(access, new AbortController().signal),
    status: () => status,
    calibratedAt: () => null,
    claimKey: () => '',
    obey: () => {},
    hasBus: () => true,
    pauseMs: () => 0,
    heard: () => {},
  })
}

test('decision 87: it is asked before the commands are fetched, and not again within the hour', async () => {
  poll = start()
  poll.ask()
  await fetched(1)
  expect(asked).toEqual(['/v3/device/hello', '/v3/device/due_update', '/v3/device/commands'])
  poll.ask()
  await fetched(2)
  expect(asked.filter((path) => path === '/v3/device/due_update')).toHaveLength(1)
})

test('decision 87: an older service that knows no such call still gives the commands', async () => {
  due = null
  poll = start()
  poll.ask()
  await fetched(1)
  expect(asked).toContain('/v3/device/due_update')
})
