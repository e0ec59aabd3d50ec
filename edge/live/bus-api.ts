/** Answer to a request over the bus. */
export type Reply =
  | { ok: true; data: Uint8Array }
  | { ok: false; reason: 'no_responders' | 'timeout' }

/** Headers of a message by name: no line breaks in either. */
export type Headers = Readonly<Record<string, string>>

/**
 * The live bus of one company as the edge uses it. The bus carries hints, events and commands; it never
 * holds the only copy of a result.
 */
export interface Bus {
  /** Send a message; resolves to the number of connections that got it, null where a server does not tell. */
  publish(subject: string, payload: string | Uint8Array): Promise<number | null>
  /** Send a request and resolve to its first answer, or why there is none. */
  request(
    subject: string,
    payload: string | Uint8Array,
    timeoutMs: number,
    headers?: Headers,
  ): Promise<Reply>
  /** Close the connections of token names or public keys and refuse their tokens made so far. */
  disconnect(...who: string[]): Promise<number>
  /** List the names of the tokens now connected. */
  connected(): Promise<string[]>
  /** Register a token before it is given away. */
  admit(token: Issued): Promise<void>
}

/** A token that was made. */
export interface Issued {
  publicKey: string
  name: string
  /** Milliseconds since 1970. */
  expiresAt: number
}
