import { runDurableObjectAlarm } from 'cloudflare:test'
import { jwtAuthenticator, nkeys } from 'nats.ws'
import { expect, test, vi } from 'vitest'
import { accountKey } from '../../../edge/live/user-jwt.ts'
import {
  connectLive,
  hubOf,
  newCompany,
  openSocket,
  liveSecret,
  tokenFor,
  until,
} from './connect-live.ts'

const refused = { code: 'AUTHORIZATION_VIOLATION' }
const once = { reconnect: false, maxReconnectAttempts: 0 }
const decoder = new TextDecoder()

/** Open a bare connection that sends lines and keeps the answers. */
async function openBare(company: string) {
  const socket = await openSocket(company)
  const heard = { text: '', closed: false }
  socket.addEventListener('message', ({ data }) => {
    heard.text += decoder.decode(data)
  })
  socket.addEventListener('close', () => {
    heard.closed = true
  })
  socket.accept()
  await until(() => heard.text.includes('\r\n'))
  const info = JSON.parse(heard.text.slice(5)) as { nonce: string }
  return { socket, heard, nonce: info.nonce }
}

function connectLine(jwt: string, nonce: string, signer: ReturnType<typeof nkeys.createUser>) {
  const sig = Buffer.from(signer.sign(Buffer.from(nonce))).toString('base64url')
  return `CONNECT ${JSON.stringify({ jwt, sig, verbose: true })}\r\n`
}

test('without a token nobody gets in', async () => {
  const { socket, heard } = await openBare(newCompany())
  socket.send('CONNECT {}\r\n')
  await until(() => heard.closed)
  expect(heard.text).toContain("-ERR 'Authorization Violation'")
})

test('operations before CONNECT are refused', async () => {
  for (const line of ['SUB > 1\r\n', 'PING\r\n', 'UNSUB 1\r\n']) {
    const { socket, heard } = await openBare(newCompany())
    socket.send(line)
    await until(() => heard.closed)
    expect(heard.text).toContain("-ERR 'Authorization Violation'")
  }
})

test('a payload before CONNECT is not even awaited', async () => {
  const { socket, heard } = await openBare(newCompany())
  socket.send('PUB x 1048576\r\n')
  await until(() => heard.closed)
  expect(heard.text).toContain("-ERR 'Maximum Payload Violation'")
})

test('a token of another company is refused', async () => {
  const [mine, other] = [newCompany(), newCompany()]
  await expect(connectLive(mine, { company: other }, once)).rejects.toMatchObject(refused)
})

test('a token made with another secret is refused', async () => {
  const secret = 'another-secret-0123456789abcdef0123456789abcdef'
  await expect(connectLive(newCompany(), { secret }, once)).rejects.toMatchObject(refused)
})

test('a token that was altered is refused', async () => {
  const company = newCompany()
  const user = nkeys.createUser()
  const jwt = tokenFor(user.getPublicKey(), { company, sub: ['t.mine.>'] })
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  claims.nats.sub.allow = ['>']
  const altered = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join(
    '.',
  )
  const { socket, heard, nonce } = await openBare(company)
  socket.send(connectLine(altered, nonce, user))
  await until(() => heard.closed)
  expect(heard.text).toContain("-ERR 'Authorization Violation'")
})

test('a stolen token is worth nothing without its key', async () => {
  const company = newCompany()
  const [owner, thief] = [nkeys.createUser(), nkeys.createUser()]
  const jwt = tokenFor(owner.getPublicKey(), { company })
  const { socket, heard, nonce } = await openBare(company)
  socket.send(connectLine(jwt, nonce, thief))
  await until(() => heard.closed)
  expect(heard.text).toContain("-ERR 'Authorization Violation'")
})

test('a recorded sign-in cannot be played again: each connection has its own nonce', async () => {
  const company = newCompany()
  const user = nkeys.createUser()
  const jwt = tokenFor(user.getPublicKey(), { company })
  const [first, second] = [await openBare(company), await openBare(company)]
  const line = connectLine(jwt, first.nonce, user)
  first.socket.send(line)
  await until(() => first.heard.text.includes('+OK'))
  second.socket.send(line)
  await until(() => second.heard.closed)
  expect(second.heard.text).toContain("-ERR 'Authorization Violation'")
})

test('an expired token is refused', async () => {
  await expect(connectLive(newCompany(), { lifeMs: -1000 }, once)).rejects.toMatchObject(refused)
})

test('a connection is closed when its token expires, and comes back with a fresh one', async () => {
  const company = newCompany()
  const user = nkeys.createUser()
  const lives = [2000, 60_000]
  const mint = () => tokenFor(user.getPublicKey(), { company, lifeMs: lives.shift() ?? 60_000 })
  const page = await connectLive(
    company,
    {},
    { authenticator: jwtAuthenticator(mint, user.getSeed()) },
  )
  const events: string[] = []
  void (async () => {
    for await (const status of page.status()) {
      events.push(`${status.type} ${typeof status.data === 'string' ? status.data : ''}`)
    }
  })()
  const got: string[] = []
  page.subscribe('t.x', { callback: (_, msg) => void got.push(msg.string()) })
  await page.flush()
  await until(() => events.some((event) => event.startsWith('reconnect ')), 'reconnect')
  expect(events[0]).toBe('error AUTHENTICATION_EXPIRED')
  const sender = await connectLive(company)
  sender.publish('t.x', 'after')
  await sender.flush()
  await page.flush()
  expect(got).toEqual(['after'])
})

test('a client that does not sign in within five seconds is turned away', async () => {
  const company = newCompany()
  const { heard } = await openBare(company)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5001 })
  await runDurableObjectAlarm(hubOf(company))
  vi.useRealTimers()
  await until(() => heard.closed)
  expect(heard.text).toContain("-ERR 'Authentication Timeout'")
})

test('the account of a company follows from the secret alone', () => {
  const company = newCompany()
  expect(accountKey(liveSecret, company).publicKey).toBe(accountKey(liveSecret, company).publicKey)
  expect(accountKey(liveSecret, company).publicKey).not.toBe(
    accountKey(liveSecret, newCompany()).publicKey,
  )
  expect(() => accountKey('short', company)).toThrow(RangeError)
})

test('the hub takes no upgrade for another company and no plain request', async () => {
  const hub = hubOf(newCompany())
  expect((await hub.fetch('https://edge/')).status).toBe(426)
  const headers = { Upgrade: 'websocket', 'x-bapp-company': newCompany() }
  expect((await hub.fetch('https://edge/', { headers })).status).toBe(403)
})
