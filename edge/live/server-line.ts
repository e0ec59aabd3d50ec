import type { NatsConnection } from 'nats.ws'
import { keyPairOf } from './nkeys.ts'
import { noteServer, orderServers } from './server-addresses.ts'
import { maxLifeMs, mintUserJwt } from './user-jwt.ts'

/** Options of a connection to a NATS server: its owner and rights. */
export interface LineOptions {
  /** Addresses of the servers of one cluster. */
  servers: readonly string[]
  secret: string
  /** A company, or the system account. */
  company: string
  name: string
  pub: readonly string[]
  sub: readonly string[]
}

/** Age of a line at which another one is opened, before its token ends. */
const renewMs = maxLifeMs - 2 * 60_000
const dialMs = 5000
/** The same where another server can be tried. */
const dialOneOfMs = 2000
const drainMs = 65_000

/**
 * A connection of the edge to a NATS server, opened when first needed and again when it is gone. Keys are made for each
 * connection and never leave memory.
 */
export class ServerLine {
  #options: LineOptions
  #onOpen: (bus: NatsConnection) => void
  #onLost: () => void
  #current: { opening: Promise<NatsConnection>; since: number } | undefined

  /**
   * @param onOpen called for each new connection before it is used: subscriptions are made here.
   * @param onLost called when the connection in use has ended, neither by `close` nor with its token.
   */
  constructor(
    options: LineOptions,
    onOpen: (bus: NatsConnection) => void = () => undefined,
    onLost: () => void = () => undefined,
  ) {
    this.#options = options
    this.#onOpen = onOpen
    this.#onLost = onLost
  }

  /** Return the open connection. Throws when the server does not answer or refuses. */
  bus(): Promise<NatsConnection> {
    const now = Date.now()
    const before = this.#current
    if (before && now - before.since < renewMs) return before.opening
    const opening = openLine(this.#options)
    const mine = { opening, since: now }
    this.#current = mine
    const forget = () => {
      if (this.#current === mine) this.#current = undefined
    }
    opening.then((bus) => {
      void bus.closed().then((reason) => {
        // Leave a line closed that nobody used until its token ended: opened again, it would keep the object in memory for ever.
        const isOver = (reason as { code?: string } | undefined)?.code === 'AUTHENTICATION_EXPIRED'
        const isLost = this.#current === mine && !isOver
        forget()
        if (isLost) this.#onLost()
      })
      this.#onOpen(bus)
    }, forget)
    // Give requests that still wait for an answer their minute.
    void before?.opening
      .then((bus) => setTimeout(() => void bus.close(), drainMs))
      .catch(() => undefined)
    return opening
  }

  /** Give up a connection that no longer answers: the next `bus` opens another. It may never say that it is closed. */
  giveUp(bus: NatsConnection): void {
    const given = this.#current
    void given?.opening.then(
      (current) => {
        if (current !== bus || this.#current !== given) return
        this.#current = undefined
        void bus.close()
        this.#onLost()
      },
      () => undefined,
    )
  }

  /** End it; the next `bus` opens another. */
  async close(): Promise<void> {
    const closing = this.#current
    this.#current = undefined
    await closing?.opening.then((bus) => bus.close()).catch(() => undefined)
  }
}

/** Open a connection at one of the servers. Throws the refusal of the last one when none takes it. */
async function openLine(options: LineOptions): Promise<NatsConnection> {
  let refusal: unknown = new Error('no NATS server is configured')
  for (const server of orderServers(options.servers)) {
    try {
      const bus = await openAt(server, options)
      noteServer(server, true)
      return bus
    } catch (error) {
      refusal = error
      const { code } = error as { code?: string }
      // Mark a server that refuses as reachable: the next one may know the account already.
      noteServer(server, code === 'AUTHORIZATION_VIOLATION')
    }
  }
  throw refusal
}

async function openAt(server: string, options: LineOptions): Promise<NatsConnection> {
  const { servers, secret, company, name, pub, sub } = options
  // Load the client only where a server is configured: the embedded hub needs none.
  const { connect } = await import('nats.ws')
  const pair = keyPairOf('user', crypto.getRandomValues(new Uint8Array(32)))
  const inbox = `_INBOX_${pair.publicKey}`
  const expiresAt = Date.now() + maxLifeMs - 1000
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
    servers: server,
    name,
    inboxPrefix: inbox,
    reconnect: false,
    timeout: servers.length > 1 ? dialOneOfMs : dialMs,
    // Leave the questions to the server, which closes without an answer.
    pingInterval: maxLifeMs,
    authenticator: (nonce) => ({
      jwt,
      nkey: pair.publicKey,
      sig: Buffer.from(pair.sign(Buffer.from(nonce ?? ''))).toString('base64url'),
    }),
  })
}
