import type { ConnectionOptions, NatsConnection } from 'nats.ws'

/** Rights of the contract's tokens; everything unless given. */
export interface TokenRules {
  name?: string
  pub?: string[]
  sub?: string[]
  /** Answers requests, as a device does: true unless told. */
  replies?: boolean
}

/** Faults that a test puts into a token. */
export interface TokenOptions extends TokenRules {
  lifeMs?: number
  /** Another company's, or made with another secret. */
  company?: string
  secret?: string
}

/** Opens a connection of the real client to the bus under test; the caller closes it after the test. */
export type ConnectToBus = (
  rules?: TokenRules,
  options?: Partial<ConnectionOptions>,
) => Promise<NatsConnection>

/** The bare bytes of a connection, without a client. */
export interface BareLine {
  /** Nonce from the greeting, which the client signs. */
  nonce: string
  send(bytes: Uint8Array | string): void
  /** All it has said so far, or the beginning of it. */
  text(): string
  /** Bytes it has said so far. */
  bytes(): number
  isClosed(): boolean
  /** From now on nothing is read, as by a page that hangs. */
  stall(): void
  /** Read again, as far as anything is still to come. */
  resume(): void
  close(): void
}

/** A live bus, as the contract's tests need it: the embedded hub and a NATS server alike. */
export interface BusUnderTest {
  connect: ConnectToBus
  /** A token for a public key, made as the edge makes them. */
  mint(userPublicKey: string, options?: TokenOptions): string
  openBare(): Promise<BareLine>
  /** The edge's own word that a name or key may not be here any more. */
  disconnect(...who: string[]): Promise<number>
  /** Return true if the bus is still the one with which the tests began. */
  isAlive(): Promise<boolean>
  /** Memory it takes, in bytes, where that can be seen from outside. */
  memory?(): Promise<number>
}

/** Wait until `check` gives something true, or fail after eight seconds. */
export async function until(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 8000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
