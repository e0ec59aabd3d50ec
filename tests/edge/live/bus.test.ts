import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { jwtAuthenticator, nkeys } from 'nats.ws'
import { expect, test } from 'vitest'
import { liveBus } from '../../../edge/live/bus.ts'
import { connectLive, newCompany, tokenFor } from './connect-live.ts'

const busOf = (company: string) => liveBus(env, company)

test('the edge publishes text and bytes and learns how many got them', async () => {
  const company = newCompany()
  const page = await connectLive(company, { sub: ['t.sync'] })
  const got: Uint8Array[] = []
  page.subscribe('t.sync', { callback: (_, msg) => void got.push(msg.data) })
  await page.flush()
  expect(await busOf(company).publish('t.sync', 'é')).toBe(1)
  expect(await busOf(company).publish('t.sync', Uint8Array.of(0, 255))).toBe(1)
  expect(await busOf(company).publish('t.other', '')).toBe(0)
  await page.flush()
  expect(got).toEqual([Uint8Array.of(0xc3, 0xa9), Uint8Array.of(0, 255)])
  await expect(busOf(company).publish('t.*', '')).rejects.toThrow('not a subject')
})

test('A19-10: who is sent away stays away, also while NATS_URL names no server', async () => {
  const company = newCompany()
  const configured = env as { NATS_URL?: string }
  configured.NATS_URL = 'https://not-a-socket.example'
  try {
    const token = { publicKey: 'UKEY', name: 'device:d1', expiresAt: Date.now() + 60_000 }
    await expect(busOf(company).admit(token)).rejects.toThrow('no NATS server is configured')
    await expect(busOf(company).disconnect('device:d1')).rejects.toThrow('no NATS server')
    const refused = await runInDurableObject(env.LIVE_HUB.getByName(company), (_, { storage }) =>
      storage.sql.exec('SELECT who FROM revoked').toArray(),
    )
    expect(refused).toEqual([{ who: 'UKEY' }])
  } finally {
    delete configured.NATS_URL
  }
})

test('companies do not hear each other', async () => {
  const [mine, other] = [newCompany(), newCompany()]
  const page = await connectLive(other)
  const got: string[] = []
  page.subscribe('>', { callback: (_, msg) => void got.push(msg.subject) })
  await page.flush()
  await connectLive(mine)
  expect(await busOf(mine).publish('t.sync', '')).toBe(0)
  await page.flush()
  expect(got).toEqual([])
})

test('a command is answered by a device that may publish nothing else', async () => {
  const company = newCompany()
  const device = await connectLive(company, { name: 'device:d1', pub: [], sub: ['t.command.d1'] })
  device.subscribe('t.command.d1', {
    callback: (_, msg) => void msg.respond(`done ${msg.string()}`),
  })
  await device.flush()
  const reply = await busOf(company).request('t.command.d1', 'ABORT', 1000)
  if (!reply.ok) throw new Error(reply.reason)
  expect(new TextDecoder().decode(reply.data)).toBe('done ABORT')
})

test('a command to nobody, and one that is not answered', async () => {
  const company = newCompany()
  const bus = busOf(company)
  expect(await bus.request('t.command.d1', '', 1000)).toEqual({
    ok: false,
    reason: 'no_responders',
  })
  const device = await connectLive(company)
  device.subscribe('t.command.d1', { callback: () => undefined })
  await device.flush()
  expect(await bus.request('t.command.d1', '', 50)).toEqual({ ok: false, reason: 'timeout' })
})

test('connected names each once; disconnect closes by name or key and refuses the old tokens', async () => {
  const company = newCompany()
  const bus = busOf(company)
  const once = { reconnect: false }
  const key = nkeys.createUser()
  const jwt = tokenFor(key.getPublicKey(), { company, name: 'user:bob' })
  const authenticator = jwtAuthenticator(jwt, key.getSeed())
  const one = await connectLive(company, { name: 'user:ann' }, once)
  const two = await connectLive(company, { name: 'user:ann' }, once)
  const bob = await connectLive(company, {}, { ...once, authenticator })
  expect(await bus.connected()).toEqual(['user:ann', 'user:bob'])
  expect(await bus.disconnect('user:ann')).toBe(2)
  await Promise.all([one.closed(), two.closed()])
  expect(await bus.connected()).toEqual(['user:bob'])
  expect(await bus.disconnect(key.getPublicKey())).toBe(1)
  await bob.closed()
  const refused = { code: 'AUTHORIZATION_VIOLATION' }
  await expect(connectLive(company, {}, { ...once, authenticator })).rejects.toMatchObject(refused)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await connectLive(company, { name: 'user:ann' }, once)
  expect(await bus.connected()).toEqual(['user:ann'])
})
