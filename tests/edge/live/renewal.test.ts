import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { jwtAuthenticator, type NatsConnection, nkeys } from 'nats.ws'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { liveCalls } from '../../../domain/calls/live.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import { renewSubject, toldSubject } from '../../../domain/live/topic.ts'
import { watchMs } from '../../../edge/live/times.ts'
import { sendHeld } from '../held.ts'
import { foundLab, type Lab, must, operatorHeaders, send } from '../lab.ts'
import { changeInside } from '../matrix/world.ts'
import { connectLive, hubOf, tokenFor, type TokenOptions } from './connect-live.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('renewal')
})
afterEach(() => {
  vi.useRealTimers()
})

const hourMs = 3600_000
const once = { reconnect: false }
const refused = { code: 'AUTHORIZATION_VIOLATION' }

/** Connect a device with a token that ends soon. */
async function connectDevice() {
  const company = crypto.randomUUID()
  const device = crypto.randomUUID()
  const name = `device:${device}`
  const key = nkeys.createUser()
  const mint = (options: Partial<TokenOptions> = {}, owner = key) =>
    tokenFor(owner.getPublicKey(), { company, name, lifeMs: 8 * hourMs, ...options })
  const authenticator = jwtAuthenticator(mint({ lifeMs: 590_000 }), key.getSeed())
  const line = await connectLive(company, {}, { authenticator, ...once })
  const renew = async (jwt: string) =>
    (await line.request(renewSubject(company, device), jwt, { timeout: 8000 })).string()
  const isHere = async () => (await hubOf(company).connected()).includes(name)
  const again = (jwt: string) =>
    connectLive(company, {}, { authenticator: jwtAuthenticator(jwt, key.getSeed()), ...once })
  return { company, name, mint, renew, isHere, again }
}

/** Let the hub look at its connections as if it were so much later, after a sleep. */
async function lookLater(company: string, ms: number) {
  await evictDurableObject(hubOf(company))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  await runDurableObjectAlarm(hubOf(company))
}

test('a connection that is renewed outlives its first token, and ends with the second', async () => {
  const { company, mint, renew, isHere } = await connectDevice()
  expect(await renew(mint())).toBe('renewed')
  await lookLater(company, 11 * 60_000)
  expect(await isHere()).toBe(true)
  await lookLater(company, 8 * hourMs)
  expect(await isHere()).toBe(false)
})

test.each<[string, (mint: (options?: Partial<TokenOptions>) => string) => string]>([
  ['of another device', (mint) => mint({ name: `device:${crypto.randomUUID()}` })],
  ['of another company', (mint) => mint({ company: crypto.randomUUID() })],
  ['made with another secret', (mint) => mint({ secret: 'another-secret-0123456789abcdef012345' })],
  ['that has expired', (mint) => mint({ lifeMs: -1000 })],
  ['that is no token', () => 'x'.repeat(100)],
])('a token %s renews nothing: the connection ends with its own', async (_, bent) => {
  const { company, mint, renew, isHere } = await connectDevice()
  expect(await renew(bent(mint))).toBe('refused')
  await lookLater(company, 11 * 60_000)
  expect(await isHere()).toBe(false)
})

test('a token for another key renews nothing, nor does an older one', async () => {
  const { mint, renew } = await connectDevice()
  const early = mint()
  expect(await renew(mint({}, nkeys.createUser()))).toBe('refused')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await renew(mint())).toBe('renewed')
  expect(await renew(early)).toBe('refused')
})

test('a revocation closes the connection, and outlives the token of hours that it ends', async () => {
  const { company, name, mint, isHere, again } = await connectDevice()
  const jwt = mint()
  expect(await hubOf(company).disconnect(name)).toBe(1)
  expect(await isHere()).toBe(false)
  await expect(again(jwt)).rejects.toMatchObject(refused)
  await lookLater(company, 7 * hourMs)
  await expect(again(jwt)).rejects.toMatchObject(refused)
})

/** Wait for the end of a connection. @returns milliseconds. */
async function timeToEnd(line: NatsConnection): Promise<number> {
  const began = Date.now()
  await line.closed()
  return Date.now() - began
}

test('a device that the store of the company does not have is cut off when it speaks', async () => {
  const device = crypto.randomUUID()
  const line = await connectLive(lab.company, { name: `device:${device}` }, once)
  line.publish(toldSubject(lab.company, device), JSON.stringify({ uuid: device, ...greeting }))
  // Expect it to end before a device that says nothing would be asked and cut off.
  expect(await timeToEnd(line)).toBeLessThan(watchMs)
  expect(await hubOf(lab.company).connected()).toEqual([])
})

test('a device of a company whose closing broke off before its connections ended is cut off when it speaks', async () => {
  const closed = await foundLab('renewal-closed')
  const line = await connectLive(closed.company, { name: `device:${closed.device}` }, once)
  const speak = () =>
    line.publish(
      toldSubject(closed.company, closed.device),
      JSON.stringify({ uuid: closed.device, ...greeting }),
    )
  speak()
  await line.flush()
  const uuid = closed.company
  const confirm = 'Lab renewal-closed'
  await changeInside(uuid, { type: 'company.close', uuid, confirm, reason: 'moved away' })
  speak()
  expect(await timeToEnd(line)).toBeLessThan(watchMs)
  expect(await hubOf(uuid).connected()).toEqual([])
})

const greeting = {
  topic: 'bcube-events',
  at: '2026-11-28T12:00:00.000Z',
  payload: { kind: 'error', analysis_uuid: null, text: 'hello' },
}

/** Connect the lab's device with a token of the service. */
async function connectLabDevice() {
  const key = nkeys.createUser()
  const body = { public_key: key.getPublicKey() }
  const { jwt } = (await must(lab.asDevice(liveCalls.deviceToken, { body }))).data
  const authenticator = jwtAuthenticator(jwt, key.getSeed())
  const again = () => connectLive(lab.company, {}, { ...once, authenticator })
  return { line: await again(), again }
}

/** Give the lab's device a new key, as an operator does. */
const changeKey = () =>
  must(
    send(operatorCalls.createDevice, {
      headers: operatorHeaders,
      body: {
        company_uuid: lab.company,
        device: {
          uuid: lab.device,
          hostname: 'bgate-renewal',
          serial_no: 'BG-renewal',
          name: 'bGATE renewal',
          deviceType: 'bgate',
          model: 'bGATE 96',
          bkernel_version: '2.9.4',
          cartridge_type: 'Wells96',
          wavelengths: [],
          swarms: [lab.swarm],
        },
      },
    }),
  )

test('the service gives a device a token of hours, and says when to renew it and how a fleet returns', async () => {
  const body = { public_key: nkeys.createUser().getPublicKey() }
  const { data } = await must(lab.asDevice(liveCalls.deviceToken, { body }))
  expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(7.9 * hourMs)
  expect(data.renew_after_s).toBe(4 * 3600)
  expect(data.return_within_s).toBe(1)
})

test('a changed key ends the connection and every token of the old one, also one that is being made', async () => {
  const { line, again } = await connectLabDevice()
  const body = { public_key: nkeys.createUser().getPublicKey() }
  const { answer, wasHeld } = await sendHeld(
    () => lab.asDevice(liveCalls.deviceToken, { body }),
    { store: (method) => method === 'ask' },
    changeKey,
  )
  expect(wasHeld).toBe(true)
  expect(answer.status).toBe(401)
  await line.closed()
  await expect(again()).rejects.toMatchObject(refused)
})
