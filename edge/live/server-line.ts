import type { NatsConnection } from 'nats.ws'
import { keyPairOf } from './nkeys.ts'
import { MAX_LIFE_MS, mintUserJwt } from './user-jwt.ts'

/** Options of a connection to a NATS server: its owner and rights. */
export interface LineOptions {
  url: string
  secret: string
  /** A company, or the system account. */
  company: string
  name: string
  pub: readonly string[]
  sub: readonly string[]
}

/** Another one is opened before the token of the old one ends. */
const RENEW_MS = MAX_LIFE_MS - 2 * 60_000
const DIAL_MS = 5000
const DRAIN_MS = 65_000

/**
 * A connection of the edge to a NATS server, opened when first needed and again when it is gone. Keys are made for each
 * connection and never leave memory.
 */
export class ServerLine {
  #options: LineOptions
  #onOpen: (bus: NatsConnection) => void
  #current: { opening: Promise<NatsConnection>; since: number } | undefined

  /** @param onOpen called for each new connection before it is used: subscriptions are made here. */
  constructor(options: LineOptions, onOpen: (bus: NatsConnection) => void = () => undefined) {
    this.#options = options
    this.#onOpen = onOpen
  }

  /** The open connection. Throws when the server does not answer or refuses. */
  bus(): Promise<NatsConnection> {
    const now = Date.now()
    const before = this.#current
    if (before && now - before.since < RENEW_MS) return before.opening
    const opening = openLine(this.#options)
    const mine = { opening, since: now }
    this.#current = mine
    const forget = () => {
      if (this.#current === mine) this.#current = undefined
    }
    opening.then((bus) => {
      void bus.closed().then(forget)
      this.#onOpen(bus)
    }, forget)
    // Requests that still wait for an answer have their minute.
    void before?.opening
      .then((bus) => setTimeout(() => void bus.close(), DRAIN_MS))
      .catch(() => undefined)
    return opening
  }

  /** Ends it; the next `bus` opens another. */
  async close(): Promise<void> {
    const closing = this.#current
    this.#current = undefined
    await closing?.opening.then((bus) => bus.close()).catch(() => undefined)
  }
}

async function openLine(options: LineOptions): Promise<NatsConnection> {
  const { url, secret, company, name, pub, sub } = options
  // Only where a server is configured: the embedded hub needs no client.
  const { connect } = await import('nats.ws')
  const pair = keyPairOf('user', crypto.getRandomValues(new Uint8Array(32)))
  const inbox = `_INBOX_${pair.publicKey}`
  const expiresAt = Date.now() + MAX_LIFE_MS - 1000
  const rules = { pub, sub: [...sub, `${inbox}.>`] }
  const jwt = mintUserJwt({
    secret,
    company,
    userPublicKey: pair.publicKey,
    name,
    ...rules,
    expiresAt,
  })
  return connect({
    servers: url,
    name,
    inboxPrefix: inbox,
    reconnect: false,
    timeout: DIAL_MS,
    // The server asks; without an answer it closes.
    pingInterval: MAX_LIFE_MS,
    authenticator: (nonce) => ({
      jwt,
      nkey: pair.publicKey,
      sig: Buffer.from(pair.sign(Buffer.from(nonce ?? ''))).toString('base64url'),
    }),
  })
}
