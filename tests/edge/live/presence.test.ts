import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { jwtAuthenticator, nkeys } from 'nats.ws'
import { afterEach, expect, test, vi } from 'vitest'
import { cartridgeNames } from '../../../domain/catalog/cartridges.ts'
import { HubStore } from '../../../edge/live/hub-store.ts'
import { Presence } from '../../../edge/live/presence.ts'
import { usualGraceMs, returnMs, watchMs } from '../../../edge/live/times.ts'
import { roundToMs, watchRoundMs } from '../../../edge/live/watch.ts'
import { unwrap } from '../../../edge/outcome.ts'
import type { AuditEntry } from '../../../domain/trail/entry.ts'
import { connectLive, hubOf, newCompany, openSocket, tokenFor, until } from './connect-live.ts'

const sight = { kinds: ['device'], swarms: [] }
const actor = { uuid: crypto.randomUUID(), name: 'test', via: 'operator' as const }
const by = { actor, sight, permissions: [], fourEyes: false }

afterEach(() => {
  vi.useRealTimers()
})

/** Make a company with one device, and a list of the messages that its store received, in order. */
async function newDevice() {
  const company = newCompany()
  const uuid = crypto.randomUUID()
  const store = env.COMPANY_STORE.getByName(company)
  await store.found(company)
  const body = {
    hostname: 'bcube-1',
    serial_no: 'B1',
    name: 'bench 1',
    deviceType: 'bcube',
    model: '4x4',
    bkernel_version: '1.0.0',
    cartridge_type: cartridgeNames[0],
    wavelengths: [],
    swarms: [],
    config: {},
    status: '{}',
    connected: '0',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
  }
  await unwrap(store.change({ type: 'put', kind: 'device', uuid, body }, crypto.randomUUID(), by))
  const news = async () => {
    const audit = await unwrap<AuditEntry[]>(store.audit('device', uuid, sight))
    const entries = audit.toSorted((one, two) => one.seq - two.seq)
    return entries.map(({ action }) => action).filter((action) => action.endsWith('connected'))
  }
  return { company, name: `device:${uuid}`, news }
}

test('the first connection of a device and the end of its last are passed on', async () => {
  const { company, name, news } = await newDevice()
  const first = await connectLive(company, { name })
  await until(async () => (await news()).length === 1)
  const second = await connectLive(company, { name })
  const page = await connectLive(company, { name: 'user:ann' })
  await first.close()
  await page.close()
  await second.flush()
  expect(await news()).toEqual(['device.connected'])
  await second.close()
  await until(async () => !(await hubOf(company).connected()).includes(name))
  expect(await news()).toEqual(['device.connected'])
  await lookLater(company, usualGraceMs + roundToMs)
  await until(async () => (await news()).length === 2)
  expect(await news()).toEqual(['device.connected', 'device.disconnected'])
})

test('a device that comes back within the grace writes nothing, however often it goes', async () => {
  const { company, name, news } = await newDevice()
  const first = await connectLive(company, { name })
  await until(async () => (await news()).length === 1)
  await first.close()
  await until(async () => !(await hubOf(company).connected()).includes(name))
  const second = await connectLive(company, { name })
  await second.close()
  await connectLive(company, { name, lifeMs: 590_000 })
  await lookLater(company, usualGraceMs + roundToMs)
  expect(await news()).toEqual(['device.connected'])
})

test('a device that renews its expired token does not flicker', async () => {
  const { company, name, news } = await newDevice()
  const key = nkeys.createUser()
  const lives = [2000, 60_000]
  const mint = () =>
    tokenFor(key.getPublicKey(), { company, name, lifeMs: lives.shift() ?? 60_000 })
  const authenticator = jwtAuthenticator(mint, key.getSeed())
  const device = await connectLive(company, {}, { authenticator })
  for await (const { type } of device.status()) if (type === 'reconnect') break
  await device.flush()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await news()).toEqual(['device.connected'])
})

test('a restart that loses the sockets writes nothing of a device that returns, and that others are gone', async () => {
  const [back, gone] = [await newDevice(), await newDevice()]
  const last = ['device.connected', 'device.disconnected']
  for (const { company, name, news } of [back, gone]) {
    await connectLive(company, { name }, { reconnect: false })
    await until(async () => (await news()).length === 1)
    await evictDurableObject(hubOf(company), { webSockets: 'close' })
    expect(await hubOf(company).connected()).toEqual([])
    // Let it sleep and wake in between: the time of the return goes on.
    await evictDurableObject(hubOf(company))
    await lookLater(company, usualGraceMs + roundToMs)
    expect(await news()).toEqual(['device.connected'])
    vi.useRealTimers()
  }
  await connectLive(back.company, { name: back.name, lifeMs: 590_000 })
  for (const { company } of [back, gone]) {
    await lookLater(company, returnMs + roundToMs)
    vi.useRealTimers()
  }
  await until(async () => (await gone.news()).length === 2)
  expect(await gone.news()).toEqual(last)
  expect(await back.news()).toEqual(['device.connected'])
})

/** Let the hub look at its clients as if it were so much later. */
async function lookLater(company: string, ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  await runDurableObjectAlarm(hubOf(company))
}

test('a silent device is asked, and one that does not answer is gone', async () => {
  const { company, name, news } = await newDevice()
  const user = nkeys.createUser()
  const socket = await openSocket(company)
  let heard = ''
  socket.addEventListener('message', ({ data }) => {
    heard += new TextDecoder().decode(data)
  })
  socket.accept()
  await until(() => heard.includes('\r\n'))
  const { nonce } = JSON.parse(heard.slice(5)) as { nonce: string }
  const jwt = tokenFor(user.getPublicKey(), { company, name, lifeMs: 590_000 })
  const sig = Buffer.from(user.sign(Buffer.from(nonce))).toString('base64url')
  socket.send(`CONNECT ${JSON.stringify({ jwt, sig })}\r\n`)
  await until(async () => (await news()).length === 1)
  await lookLater(company, watchMs + watchRoundMs)
  await until(() => heard.endsWith('PING\r\n'), 'first question')
  socket.send('PONG\r\n')
  await evictDurableObject(hubOf(company))
  await lookLater(company, watchMs + watchRoundMs)
  await until(() => heard.endsWith('PING\r\nPING\r\n'), 'second question')
  await evictDurableObject(hubOf(company))
  await lookLater(company, watchMs + watchRoundMs)
  await until(() => heard.includes("-ERR 'Stale Connection'"), 'the end')
  await lookLater(company, usualGraceMs + roundToMs)
  await until(async () => (await news()).length === 2)
  expect(await news()).toEqual(['device.connected', 'device.disconnected'])
})

test('a page may be silent: nobody asks, and the hub can sleep', async () => {
  const company = newCompany()
  const page = await connectLive(company, { lifeMs: 590_000 })
  await lookLater(company, 5 * 60_000)
  await runInDurableObject(hubOf(company), async (_, { storage }) => {
    expect(await storage.getAlarm()).toBeGreaterThan(Date.now() + 4 * 60_000)
  })
  await page.flush()
})

test('a telling that fails is logged, tried again, and hurts nobody', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const told: string[] = []
  const retries: number[] = []
  await runInDurableObject(hubOf(newCompany()), async (_, { storage }) => {
    let works = false
    const host = {
      tell: async (device: string, connected: boolean) => {
        if (!works) throw new Error('not there')
        told.push(`${device} ${connected}`)
      },
      retryAt: (at: number) => void retries.push(at),
    }
    const presence = new Presence(new HubStore(storage.sql), host)
    presence.settle(new Set(['d1']), Date.now())
    await until(() => retries.length === 1)
    works = true
    presence.settle(new Set(['d1']), Date.now())
    presence.settle(new Set(['d1']), Date.now())
    await until(() => told.length > 0)
  })
  expect(told).toEqual(['d1 true'])
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})

test('an absence is reported after its grace, also when the hub has slept meanwhile', async () => {
  const told: string[] = []
  await runInDurableObject(hubOf(newCompany()), async (_, { storage }) => {
    const tell = async (device: string, connected: boolean) =>
      void told.push(`${device} ${connected}`)
    const open = () => new Presence(new HubStore(storage.sql), { tell, retryAt: () => undefined })
    const before = open()
    before.here('d1')
    before.away('d1', 0)
    const presence = open()
    expect(presence.nextDue()).toBe(usualGraceMs)
    presence.settle(new Set(), usualGraceMs - 1, returnMs)
    expect(presence.nextDue()).toBe(usualGraceMs)
    presence.settle(new Set(), usualGraceMs)
    expect(presence.nextDue()).toBe(Infinity)
    await until(() => told.length === 2)
  })
  expect(told).toEqual(['d1 true', 'd1 false'])
})
