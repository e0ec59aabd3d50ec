import { env } from 'cloudflare:workers'
import { connect, jwtAuthenticator, nkeys } from 'nats.ws'
import type { ConnectionOptions, NatsConnection } from 'nats.ws'
import { onTestFinished } from 'vitest'
import { liveCalls } from '../../../domain/calls/live.ts'
import { mintUserJwt } from '../../../edge/live/user-jwt.ts'
import { companyHeader } from '../../../edge/live/LiveHub.ts'
import type { LiveHub } from '../../../edge/live/LiveHub.ts'
import { must, type Sender } from '../lab.ts'

const bindings = env as unknown as Env
export const liveSecret = bindings.LIVE_SECRET

/** Make another company for each test: its hub starts empty. */
export const newCompany = (): string => crypto.randomUUID()

export function hubOf(company: string): DurableObjectStub<LiveHub> {
  return bindings.LIVE_HUB.getByName(company)
}

/** Open the bare client end of a new connection to the company's hub, as the edge does. */
export async function openSocket(company: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket', [companyHeader]: company }
  const { webSocket, status } = await hubOf(company).fetch('https://edge/', { headers })
  if (!webSocket) throw new Error(`no WebSocket but status ${status}`)
  webSocket.binaryType = 'arraybuffer'
  return webSocket
}

type Handler = ((event: Event) => void) | undefined

/**
 * Wrap a socket of the worker runtime in the shape the client expects: a browser's, with handler properties and an
 * `accept` that has already happened.
 */
export function browserLike(socket: WebSocket) {
  const handlers: Record<string, Handler> = {}
  const like = {
    binaryType: 'arraybuffer',
    bufferedAmount: 0,
    send: (data: ArrayBuffer) => socket.send(data),
    close: (code?: number, reason?: string) => socket.close(code, reason),
    addEventListener: socket.addEventListener.bind(socket),
  }
  for (const name of ['open', 'message', 'close', 'error'] as const) {
    Object.defineProperty(like, `on${name}`, {
      set: (handler: Handler) => {
        handlers[name] = handler
      },
    })
    socket.addEventListener(name, (event: Event) => handlers[name]?.(event))
  }
  // Accept in a later turn, in which the client sets its handlers; what has arrived by then waits for it.
  setTimeout(() => socket.accept(), 0)
  return like
}

/** Rights of a test token; everything of the company unless given. */
export interface TokenOptions {
  company: string
  name?: string
  pub?: string[]
  sub?: string[]
  /** Answers requests, as a device does: true unless told. */
  replies?: boolean
  lifeMs?: number
  secret?: string
}

/** Mint a token for the user. */
export function tokenFor(user: string, options: TokenOptions): string {
  const { company, name = 'user:test', pub = ['>'], sub = ['>'], lifeMs = 60_000 } = options
  const secret = options.secret ?? liveSecret
  const expiresAt = Date.now() + lifeMs
  const { replies = true } = options
  return mintUserJwt({ secret, company, userPublicKey: user, name, pub, sub, replies, expiresAt })
}

/** Connect the real client to the hub of `company` inside a test, which closes the connection when it ends. */
export async function connectLive(
  company: string,
  token: Partial<TokenOptions> = {},
  options: Partial<ConnectionOptions> = {},
): Promise<NatsConnection> {
  const user = nkeys.createUser()
  const mint = () => tokenFor(user.getPublicKey(), { company, ...token })
  const connection = await connect({
    servers: ['wss://edge'],
    authenticator: jwtAuthenticator(mint, user.getSeed()),
    wsFactory: async () => ({ socket: browserLike(await openSocket(company)), encrypted: true }),
    reconnectTimeWait: 50,
    pingInterval: 600_000,
    ...options,
  } as ConnectionOptions)
  // Close it for this test alone: a client that stays open comes back to its hub every 50 ms for the rest of the process.
  onTestFinished(() => connection.close())
  return connection
}

/**
 * Connect with the token that the service gives a person, as a page of theirs does.
 * @returns the connection, which does not come back by itself, and a try to connect with the same token again.
 */
export async function connectAs(
  company: string,
  person: Sender,
): Promise<{ connection: NatsConnection; again: () => Promise<NatsConnection> }> {
  const key = nkeys.createUser()
  const body = { public_key: key.getPublicKey() }
  const { jwt } = (await must(person(liveCalls.accountToken, { body }))).data
  const authenticator = jwtAuthenticator(jwt, key.getSeed())
  const again = () => connectLive(company, {}, { reconnect: false, authenticator })
  return { connection: await again(), again }
}

/** Wait until `check` gives something true, or fail after eight seconds. */
export async function until<T>(
  check: () => T | Promise<T>,
  what = 'condition',
): Promise<Exclude<T, false | undefined>> {
  const end = Date.now() + 8000
  for (;;) {
    const value = await check()
    if (value) return value as Exclude<T, false | undefined>
    if (Date.now() > end) throw new Error(`timed out: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
