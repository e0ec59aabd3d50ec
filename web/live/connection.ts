// The one file that names the bus's client, so that its authors' successor can take its place here.
import { connect, type NatsConnection, nkeys } from 'nats.ws'

/**
 * End of a connection: `normal` by the service with code 1000, `ended` because its account lost access (code 3001, or a revoked
 * token), `lost` in every other case (spec §4 "Socket").
 */
export type Ending = 'normal' | 'ended' | 'lost'

/** One open connection to the bus. It never comes back by itself: keep-connected.ts makes the next one. */
export interface Wire {
  /** @param take each message, with the subject it was sent on: of a wildcard the narrower one. */
  subscribe(subject: string, take: (text: string, sent: string) => void): () => void
  /** Resolve when the service has answered, so all that was sent before is in force. */
  flush(): Promise<void>
  /** Messages so far: more than before means that it is alive. */
  received(): number
  /** Let go of it at once, without waiting for the other side. */
  drop(): void
  ended: Promise<Ending>
}

export interface WireOptions {
  url: string
  jwt: string
  /** Shown in the upgrade request; without one there are few places. */
  ticket?: string | undefined
  inboxPrefix: string
  key: WireKey
  /** Opens the socket; the runtime's own when absent. */
  open?: (url: string, protocols: string[]) => WebSocket | Promise<WebSocket>
}

export interface WireKey {
  publicKey: string
  sign: (nonce: Uint8Array) => Uint8Array
}

const dialMs = 10_000
/** The client's own pings stay out of the way: keep-connected.ts looks after the wire. */
const clientPingMs = 60 * 60_000
const endedCode = 3001
const normalCode = 1000

/** Make the page's own key; its secret half never leaves this machine. */
export function makeKey(): WireKey {
  const pair = nkeys.createUser()
  return { publicKey: pair.getPublicKey(), sign: (nonce) => pair.sign(nonce) }
}

/** Open a connection and sign in on it. Throws when it is refused or nothing answers within ten seconds. */
export async function openWire(options: WireOptions): Promise<Wire> {
  const { url, jwt, ticket, key, inboxPrefix } = options
  const open = options.open ?? ((...given: [string, string[]]) => new WebSocket(...given))
  let socket: WebSocket | undefined
  let code = 0
  const bus = await connect({
    servers: url,
    authenticator: (nonce = '') => answerNonce(key, jwt, nonce),
    inboxPrefix,
    reconnect: false,
    timeout: dialMs,
    pingInterval: clientPingMs,
    wsFactory: async () => {
      socket = await open(url, ticket === undefined ? [] : ['nats', ticket])
      socket.addEventListener('close', (event) => {
        code = event.code
      })
      return { socket, encrypted: url.startsWith('wss:') }
    },
  } as Parameters<typeof connect>[0]).catch((error: unknown) => {
    socket?.close()
    throw error
  })
  return {
    subscribe: (subject, take) => subscribe(bus, subject, take),
    flush: () => bus.flush(),
    received: () => bus.stats().inMsgs,
    drop() {
      // Discard what is left in its buffer: the client would wait for it for ever on a dead connection.
      socket?.close()
      void bus.close().catch(() => undefined)
    },
    ended: bus.closed().then((error) => endingOf(code, error)),
  }
}

/** Answer a nonce without the client's own function, which calculates the public key again: 20 ms of the page. */
function answerNonce({ publicKey, sign }: WireKey, jwt: string, nonce: string) {
  return { jwt, nkey: publicKey, sig: nkeys.encode(sign(new TextEncoder().encode(nonce))) }
}

function subscribe(
  bus: NatsConnection,
  subject: string,
  take: (text: string, sent: string) => void,
): () => void {
  if (bus.isClosed()) return () => undefined
  const subscription = bus.subscribe(subject, {
    callback: (error, message) => {
      if (!error) take(message.string(), message.subject)
    },
  })
  return () => {
    if (!bus.isClosed()) subscription.unsubscribe()
  }
}

function endingOf(code: number, error: Error | void): Ending {
  // Look for the words of a NATS server, which has no code of its own for it.
  if (code === endedCode || /authentication revoked/i.test(error?.message ?? '')) return 'ended'
  return code === normalCode ? 'normal' : 'lost'
}
