import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect } from 'vitest'
import type { BareLine, BusUnderTest } from '../../contract/live/bus-under-test.ts'
import { describeLiveBus } from '../../contract/live/describe-live-bus.ts'
import { connectLive, hubOf, openSocket, tokenFor } from './connect-live.ts'

const company = crypto.randomUUID()
const textLimit = 1_000_000

async function openBare(): Promise<BareLine> {
  const socket = await openSocket(company)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  let closed = false
  let stalled = false
  socket.addEventListener('message', ({ data }) => {
    bytes += data.byteLength
    if (text.length < textLimit) text += decoder.decode(data.slice(0, 4096))
    // Answer only as a client that reads, by which the hub knows it.
    if (!stalled && text.endsWith('PING\r\n')) socket.send('PONG\r\n')
  })
  socket.addEventListener('close', () => {
    closed = true
  })
  socket.accept()
  await expect.poll(() => text).toContain('\r\n')
  return {
    nonce: (JSON.parse(text.slice(5, text.indexOf('\r\n'))) as { nonce: string }).nonce,
    send(data) {
      if (!closed) socket.send(data)
    },
    text: () => text,
    bytes: () => bytes,
    isClosed: () => closed,
    stall() {
      stalled = true
    },
    resume: () => undefined,
    close: () => socket.close(),
  }
}

/** The object that was there at the beginning: a crash would have made another one. */
let first: unknown
const bus: BusUnderTest = {
  connect: (rules, options) => connectLive(company, rules, { reconnect: false, ...options }),
  mint: (user, options = {}) => tokenFor(user, { company, ...options }),
  openBare,
  disconnect: async (...who) => hubOf(company).disconnect(...who),
  isAlive: () =>
    runInDurableObject(hubOf(company), (hub) => {
      first ??= hub
      return hub === first
    }),
}
// All lines of these tests come from one address, many of them at once; places.test.ts has the limits.
beforeAll(() =>
  runInDurableObject(hubOf(company), (hub) => {
    Object.assign(hub.places, { strangers: 4096, strangersPerAddress: 4096 })
  }),
)
describeLiveBus('embedded hub', bus)
