import { jwtAuthenticator, nkeys } from 'nats.ws'
import { describe, expect, test } from 'vitest'
import { type BareLine, type BusUnderTest, type TokenOptions, until } from './bus-under-test.ts'

const refused = { code: 'AUTHORIZATION_VIOLATION' }
const once = { reconnect: false }

/** Write the line that a client begins with. */
export function connectLine(
  jwt: string,
  nonce: string,
  signer: { sign(data: Uint8Array): Uint8Array },
): string {
  const sig = Buffer.from(signer.sign(Buffer.from(nonce))).toString('base64url')
  return `CONNECT ${JSON.stringify({ jwt, sig, verbose: false })}\r\nPING\r\n`
}

/** Return the error that the server sends before it ends the connection. */
async function lastWord(line: BareLine): Promise<string> {
  await until(() => line.isClosed(), 'the end of the connection')
  return /-ERR '([^']*)'/.exec(line.text())?.[1] ?? ''
}

/** Test which tokens get in, for how long, and which are refused. */
export function describeSignIn(name: string, bus: BusUnderTest): void {
  describe(`${name}: tokens`, () => testTokens(bus))
  describe(`${name}: the end of a token`, () => testEnds(bus))
}

function testTokens(bus: BusUnderTest): void {
  test.each<[string, TokenOptions]>([
    ['of another company', { company: crypto.randomUUID() }],
    ['made with another secret', { secret: 'another-secret-0123456789abcdef0123456789abcdef' }],
    ['that has expired', { lifeMs: -1000 }],
  ])('a token %s is refused', async (_, options) => {
    const user = nkeys.createUser()
    const authenticator = jwtAuthenticator(bus.mint(user.getPublicKey(), options), user.getSeed())
    await expect(bus.connect({}, { ...once, authenticator })).rejects.toMatchObject(refused)
  })

  test('without a token nobody gets in', async () => {
    const line = await bus.openBare()
    line.send('CONNECT {}\r\nPING\r\n')
    expect(await lastWord(line)).toBe('Authorization Violation')
  })

  test('a token that was altered is refused', async () => {
    const user = nkeys.createUser()
    const jwt = bus.mint(user.getPublicKey(), { sub: ['t.mine.>'] })
    const [head = '', body = '', signature = ''] = jwt.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      nats: { sub: { allow: string[] } }
    }
    claims.nats.sub.allow = ['>']
    const bent = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const line = await bus.openBare()
    line.send(connectLine([head, bent, signature].join('.'), line.nonce, user))
    expect(await lastWord(line)).toBe('Authorization Violation')
  })

  test('a stolen token is worth nothing without its key', async () => {
    const [owner, thief] = [nkeys.createUser(), nkeys.createUser()]
    const line = await bus.openBare()
    line.send(connectLine(bus.mint(owner.getPublicKey()), line.nonce, thief))
    expect(await lastWord(line)).toBe('Authorization Violation')
  })

  test('a recorded sign-in cannot be played again', async () => {
    const user = nkeys.createUser()
    const [first, second] = [await bus.openBare(), await bus.openBare()]
    const recorded = connectLine(bus.mint(user.getPublicKey()), first.nonce, user)
    first.send(recorded)
    await until(() => first.text().includes('PONG'), 'the first sign-in')
    second.send(recorded)
    expect(await lastWord(second)).toBe('Authorization Violation')
    first.close()
  })
}

function testEnds(bus: BusUnderTest): void {
  test('a connection ends when its token does, and comes back with a fresh one and its subscriptions', async () => {
    const user = nkeys.createUser()
    const lives = [2500, 60_000]
    const mint = () => bus.mint(user.getPublicKey(), { lifeMs: lives.shift() ?? 60_000 })
    const authenticator = jwtAuthenticator(mint, user.getSeed())
    const page = await bus.connect({}, { authenticator, reconnect: true, reconnectTimeWait: 50 })
    const events: string[] = []
    void (async () => {
      for await (const { type, data } of page.status())
        events.push(`${type} ${typeof data === 'string' ? data : ''}`)
    })()
    const got: string[] = []
    page.subscribe('t.x', { callback: (_, message) => void got.push(message.string()) })
    await page.flush()
    await until(() => events.some((event) => event.startsWith('reconnect ')), 'the reconnect')
    expect(events[0]).toBe('error AUTHENTICATION_EXPIRED')
    const sender = await bus.connect()
    sender.publish('t.x', 'after')
    await sender.flush()
    await page.flush()
    expect(got).toEqual(['after'])
  })

  test('a client dismissed by name or key is closed at once, others stay, and old tokens open nothing', async () => {
    const [ann, bob] = [nkeys.createUser(), nkeys.createUser()]
    const who = `user:${crypto.randomUUID()}`
    const open = (user: typeof ann, jwt: string) =>
      bus.connect({}, { ...once, authenticator: jwtAuthenticator(jwt, user.getSeed()) })
    const annsToken = bus.mint(ann.getPublicKey(), { name: who })
    const bobsToken = bus.mint(bob.getPublicKey(), { name: 'user:bob' })
    const [one, two] = [await open(ann, annsToken), await open(ann, annsToken)]
    const other = await open(bob, bobsToken)
    expect(await bus.disconnect(who)).toBe(2)
    await Promise.all([one.closed(), two.closed()])
    await expect(open(ann, annsToken)).rejects.toMatchObject(refused)
    await other.flush()
    expect(await bus.disconnect(bob.getPublicKey())).toBe(1)
    await other.closed()
    await expect(open(bob, bobsToken)).rejects.toMatchObject(refused)
    // Wait for the next second, whose token is another one.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const again = await open(ann, bus.mint(ann.getPublicKey(), { name: who }))
    await again.flush()
  })

  test('a token made and not yet used is refused as well', async () => {
    const user = nkeys.createUser()
    const name = `user:${crypto.randomUUID()}`
    const jwt = bus.mint(user.getPublicKey(), { name })
    expect(await bus.disconnect(name)).toBe(0)
    const authenticator = jwtAuthenticator(jwt, user.getSeed())
    await expect(bus.connect({}, { ...once, authenticator })).rejects.toMatchObject(refused)
  })
}
