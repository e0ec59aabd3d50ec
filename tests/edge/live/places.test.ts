import { env, listDurableObjectIds, runInDurableObject, SELF } from 'cloudflare:test'
import { nkeys } from 'nats.ws'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liveCalls } from '../../../domain/calls/live.ts'
import { findRefusal, type Places, type Seat } from '../../../edge/live/places.ts'
import { agreeOn, makeTicket, readTicket } from '../../../edge/live/ticket.ts'
import { openWire } from '../../../web/live/connection.ts'
import { foundLab, type Lab, must, origin, type Sender } from '../lab.ts'
import { browserLike, connectLive, hubOf, liveSecret, tokenFor, until } from './connect-live.ts'

const bindings = env as unknown as Env

describe('faults R3: places', () => {
  const places: Places = {
    all: 10,
    forDevices: 3,
    strangers: 4,
    strangersPerAddress: 2,
    waitingPerKey: 2,
    perPerson: 2,
    perDevice: 2,
  }
  const seat = (change: Partial<Seat> = {}): Seat => ({
    device: false,
    signedIn: false,
    key: null,
    address: '',
    ...change,
  })
  const many = (count: number, make: (at: number) => Partial<Seat>) =>
    Array.from({ length: count }, (_, at) => seat(make(at)))
  const pages = (count: number) => many(count, (at) => ({ signedIn: true, key: `U${at}` }))
  const strangers = (count: number, address?: string) =>
    many(count, (at) => ({ address: address ?? `${at}` }))
  const page = seat({ key: 'UP' })
  const device = seat({ key: 'UD', device: true })

  it.each<[string, Seat, Seat[], 429 | 503 | null]>([
    ['a page among strangers that have not signed in', page, strangers(4), null],
    ['a page where pages have theirs', page, pages(7), 503],
    ['a page where one is left', page, pages(6), null],
    ['a device where pages have theirs', device, pages(7), null],
    ['a device where all are taken', device, pages(10), 503],
    ['a stranger where all are taken', seat({ address: 'x' }), pages(10), null],
    ['a stranger among as many as may wait', seat({ address: 'x' }), strangers(4), 503],
    ['a stranger of an address with two', seat({ address: 'x' }), strangers(2, 'x'), 429],
    ['a stranger of another address', seat({ address: 'y' }), strangers(2, 'x'), null],
    ['a key with two that wait', page, many(2, () => ({ key: 'UP' })), 429],
    ['a key with two signed in', page, many(2, () => ({ key: 'UP', signedIn: true })), null],
    ['a stranger that signs in where pages have theirs', seat({ signedIn: true }), pages(7), 503],
    [
      'a stranger that signs in as a device',
      seat({ signedIn: true, device: true }),
      pages(7),
      null,
    ],
  ])('%s', (_, newcomer, seats, refusal) => {
    const waiting = seats.filter((one) => !one.signedIn)
    const seated = { signedIn: seats.length - waiting.length, waiting }
    expect(findRefusal(newcomer, seated, places)).toBe(refusal)
  })
})

describe('issue 21: memory of a connection', () => {
  it('no compression is agreed to on the local runtime, and nothing said of it in a data centre', () => {
    const offered = 'nats, bapp-ticket.x'
    const nats = { 'Sec-WebSocket-Protocol': 'nats' }
    expect(agreeOn(offered, { ENVIRONMENT: 'local' })).toEqual({
      ...nats,
      'Sec-WebSocket-Extensions': 'none',
    })
    expect(agreeOn(offered, { ENVIRONMENT: 'production' })).toEqual(nats)
  })
})

describe('attack I3: a ticket', () => {
  const company = crypto.randomUUID()
  const now = Date.now()
  const given = { publicKey: nkeys.createUser().getPublicKey(), device: false }
  const ticket = makeTicket(liveSecret, company, given, now + 60_000)

  it('is read among subprotocols, for its company, until its time is over', () => {
    expect(readTicket(liveSecret, company, `nats, ${ticket}`, now)).toEqual(given)
    expect(readTicket(liveSecret, company, ticket, now + 60_000)).toBe('wrong')
    expect(readTicket(liveSecret, crypto.randomUUID(), ticket, now)).toBe('wrong')
    expect(readTicket(`${liveSecret}x`, company, ticket, now)).toBe('wrong')
    for (const none of ['', 'nats', 'nats, other']) {
      expect(readTicket(liveSecret, company, none, now)).toBeNull()
    }
  })

  it('is not made wider, longer or for another key', () => {
    const [prefix, kind, expiry, key, mac] = ticket.split('.')
    const other = nkeys.createUser().getPublicKey()
    const bent = [
      [prefix, 'd', expiry, key, mac],
      [prefix, kind, String(now + 9e9), key, mac],
      [prefix, kind, expiry, other, mac],
      [prefix, kind, expiry, key, ''],
      [prefix, kind, expiry, key],
      [prefix, kind, expiry, key, mac, 'x'],
      [prefix],
    ]
    for (const parts of bent) {
      const wrong = parts.join('.') + (parts.length === 1 ? '.' : '')
      expect(readTicket(liveSecret, company, wrong, now)).toBe('wrong')
    }
  })

  it('that does not count is refused before the hub is woken', async () => {
    const answer = await upgrade(crypto.randomUUID(), `nats, ${ticket}`)
    expect(answer.status).toBe(401)
    const stranger = crypto.randomUUID()
    await upgrade(stranger, `nats, ${ticket}`)
    const id = bindings.LIVE_HUB.idFromName(stranger)
    const woken = await listDurableObjectIds(env.LIVE_HUB as DurableObjectNamespace)
    expect(woken.some((one) => one.equals(id))).toBe(false)
  })
})

const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

async function upgrade(company: string, protocols = '', address = '') {
  const answer = await SELF.fetch(`${origin}/v3/live/${company}`, {
    headers: {
      Upgrade: 'websocket',
      ...(protocols && { 'Sec-WebSocket-Protocol': protocols }),
      ...(address && { 'CF-Connecting-IP': address }),
    },
  })
  if (answer.webSocket) {
    answer.webSocket.accept()
    sockets.push(answer.webSocket)
  }
  return answer
}

describe('faults R3: at the door', () => {
  let lab: Lab
  let count = 0
  beforeEach(async () => {
    lab = await foundLab(`door-${++count}`)
  })
  const limit = (change: Partial<Places>) =>
    runInDurableObject(hubOf(lab.company), (hub) => void Object.assign(hub.places, change))
  const ticketOf = async (sender: Sender, row: (typeof liveCalls)[keyof typeof liveCalls]) => {
    const body = { public_key: nkeys.createUser().getPublicKey() }
    const { ticket } = (await must(sender(row, { body }))).data
    return `nats, ${ticket}`
  }
  const page = async () => ticketOf(await lab.as('Operator'), liveCalls.accountToken)
  const device = () => ticketOf(lab.asDevice, liveCalls.deviceToken)

  it('strangers are stopped, and people with a ticket come in beside them', async () => {
    await limit({ strangers: 3, strangersPerAddress: 2 })
    const from = async (address: string) => (await upgrade(lab.company, '', address)).status
    expect([await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([101, 101])
    expect(await from('192.0.2.1')).toBe(429)
    expect([await from('2001:db8::1'), await from('2001:db8:0:1::1')]).toEqual([101, 503])
    const answer = await upgrade(lab.company, await page())
    expect(answer.status).toBe(101)
    // Expect that the ticket itself is not said back.
    expect(answer.headers.get('Sec-WebSocket-Protocol')).toBe('nats')
  })

  it('faults R2: a page for which there is no place gets 503, and a device still comes in', async () => {
    await limit({ all: 2, forDevices: 1 })
    expect((await upgrade(lab.company, await page())).status).toBe(101)
    const full = await upgrade(lab.company, await page())
    expect([full.status, full.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(full.headers.get('Cache-Control')).toBe('no-store')
    expect((await upgrade(lab.company, await device())).status).toBe(101)
    expect((await upgrade(lab.company, await device())).status).toBe(503)
  })

  it('faults R3: the holder of one ticket opens few sockets without signing in, and others come in beside them', async () => {
    await limit({ waitingPerKey: 2 })
    const mine = await page()
    const statusOf = async (ticket: string) => (await upgrade(lab.company, ticket)).status
    expect([await statusOf(mine), await statusOf(mine), await statusOf(mine)]).toEqual([
      101, 101, 429,
    ])
    expect([await statusOf(await page()), await statusOf(await device())]).toEqual([101, 101])
  })

  it('a client cannot say itself who it is', async () => {
    await limit({ strangers: 0 })
    const answer = await SELF.fetch(`${origin}/v3/live/${lab.company}`, {
      headers: {
        Upgrade: 'websocket',
        'x-bapp-seat': JSON.stringify({ device: true, key: 'U', address: '' }),
      },
    })
    expect(answer.status).toBe(503)
  })

  it('a page signs in with its ticket, and nobody else with the same one', async () => {
    await limit({ strangers: 0 })
    const body = (key: { publicKey: string }) => ({ public_key: key.publicKey })
    const operator = await lab.as('Operator')
    const pair = nkeys.createUser()
    const key = { publicKey: pair.getPublicKey(), sign: (nonce: Uint8Array) => pair.sign(nonce) }
    const token = (await must(operator(liveCalls.accountToken, { body: body(key) }))).data
    const open = async (_: string, protocols: string[]) => {
      const { webSocket, status } = await SELF.fetch(`${origin}/v3/live/${lab.company}`, {
        headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': protocols.join(', ') },
      })
      if (!webSocket) throw new Error(`status ${status}`)
      webSocket.binaryType = 'arraybuffer'
      return browserLike(webSocket) as unknown as WebSocket
    }
    const { jwt, ticket, inbox_prefix: inboxPrefix } = token
    const wire = await openWire({ url: 'wss://edge', jwt, ticket, inboxPrefix, key, open })
    await wire.flush()
    wire.drop()
    const thief = nkeys.createUser()
    const other = {
      publicKey: thief.getPublicKey(),
      sign: (nonce: Uint8Array) => thief.sign(nonce),
    }
    const foreign = tokenFor(other.publicKey, { company: lab.company })
    await expect(
      openWire({ url: 'wss://edge', jwt: foreign, ticket, inboxPrefix, key: other, open }),
    ).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
  })

  it('attack I3: a person with as many lines as one may have is refused; devices and others come in', async () => {
    await limit({ perPerson: 2 })
    const connectAs = async (name: string) =>
      connectLive(lab.company, { name }, { reconnect: false })
    await connectAs('user:a')
    const second = await connectAs('user:a')
    await expect(connectAs('user:a')).rejects.toThrow(/maximum connections exceeded/i)
    await connectAs('user:b')
    for (let count = 0; count < 3; count += 1) await connectAs('device:a')
    // End a line, which leaves its place.
    await second.close()
    await until(() => connectAs('user:a').catch(() => false as const), 'a place for the next')
  })

  it('third attack C6: the key of one device does not take the places of the others', async () => {
    await limit({ perDevice: 2 })
    const connectAs = async (name: string) =>
      connectLive(lab.company, { name }, { reconnect: false })
    await connectAs('device:b')
    await connectAs('device:b')
    await expect(connectAs('device:b')).rejects.toThrow(/maximum connections exceeded/i)
    await connectAs('device:c')
    await connectAs('user:c')
  })
})
