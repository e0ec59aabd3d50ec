/*
 * The client's half of the NATS protocol (NATS documentation, "Client Protocol"): control lines ending in
 * CRLF, PUB and HPUB followed by a payload of the announced size and CRLF. Bytes may be cut anywhere; the
 * operations come out the same.
 */

import { joinBytes } from '../../domain/join-bytes.ts'

/** Longest control line; CONNECT carries a token with lists of subjects and may be longer. */
export const maxControlLine = 4096
const maxConnectLine = 65_536
export const largestPayload = 1_048_576

/** One operation of a client. `headerSize` counts the leading bytes of `payload` that are headers. */
export type ClientOp =
  | { op: 'connect'; options: Record<string, unknown> }
  | { op: 'ping' }
  | { op: 'pong' }
  | { op: 'sub'; subject: string; sid: string; queue?: string }
  | { op: 'unsub'; sid: string; max?: number }
  | PublishOp
  | { op: 'error'; message: ProtocolError }

/** PUB or HPUB with its payload. */
export interface PublishOp {
  op: 'pub'
  subject: string
  reply?: string
  headerSize: number
  payload: Uint8Array
}

/** Errors that a NATS server sends before it closes a connection that broke the protocol. */
export type ProtocolError =
  | 'Unknown Protocol Operation'
  | 'Parser Error'
  | 'Invalid Client Protocol'
  | 'Maximum Control Line Exceeded'
  | 'Maximum Payload Violation'

const lineFeed = 10
const carriageReturn = 13
const connectVerb = 'CONNECT'
const decoder = new TextDecoder()
const noBytes = new Uint8Array(0)

type Announced = Omit<PublishOp, 'payload'> & { size: number }

const isSize = (text: string | undefined): text is string => /^\d{1,9}$/.test(text ?? '')

function parseConnect(json: string): ClientOp {
  try {
    const options: unknown = JSON.parse(json)
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) {
      return { op: 'connect', options: options as Record<string, unknown> }
    }
  } catch {
    // Fall through to the error below.
  }
  return { op: 'error', message: 'Invalid Client Protocol' }
}

function parseSub(words: readonly string[]): ClientOp {
  const [subject, second, third] = words
  if (!subject || !second || words.length > 3) return { op: 'error', message: 'Parser Error' }
  return third
    ? { op: 'sub', subject, queue: second, sid: third }
    : { op: 'sub', subject, sid: second }
}

function parseUnsub(words: readonly string[]): ClientOp {
  const [sid, max] = words
  if (!sid || words.length > 2) return { op: 'error', message: 'Parser Error' }
  if (max === undefined) return { op: 'unsub', sid }
  return isSize(max)
    ? { op: 'unsub', sid, max: Number(max) }
    : { op: 'error', message: 'Parser Error' }
}

/** Read `subject [reply] [header size] size`; `undefined` when it is none of that. */
function parseAnnounced(words: readonly string[], headers: boolean): Announced | undefined {
  const sizes = headers ? 2 : 1
  const names = words.length - sizes
  const [subject, reply] = words
  if (!subject || names < 1 || names > 2) return undefined
  const [first, last] = [words[names], words.at(-1)]
  if (!isSize(first) || !isSize(last)) return undefined
  const size = Number(last)
  const headerSize = headers ? Number(first) : 0
  if (headerSize > size) return undefined
  return { op: 'pub', subject, headerSize, size, ...(names === 2 && reply ? { reply } : {}) }
}

/**
 * Turns the bytes of one connection into operations. After an error it is deaf: the caller closes the
 * connection. `maxPayload` may be raised later (nothing is accepted before a client has signed in).
 */
export class NatsParser {
  maxPayload: number
  #line: Uint8Array[] = []
  #lineSize = 0
  #lineLimit = maxControlLine
  #announced: Announced | undefined
  #body = noBytes
  #filled = 0
  #broken = false

  constructor(maxPayload = largestPayload) {
    this.maxPayload = maxPayload
  }

  /** Return true when the bytes so far end inside an operation. */
  get midway(): boolean {
    return this.#lineSize > 0 || this.#announced !== undefined
  }

  /** Count the bytes kept until the rest of an operation comes. What a client may make the hub hold ends here. */
  get held(): number {
    return this.#lineSize + this.#body.buffer.byteLength
  }

  /** The operations completed by these bytes, in order. Ends with the error if there is one. */
  *read(chunk: Uint8Array): Generator<ClientOp> {
    let rest = chunk
    while (rest.length > 0 && !this.#broken) {
      const taken = this.#announced ? this.#takePayload(rest) : this.#takeLine(rest)
      rest = rest.subarray(taken.bytes)
      if (!taken.op) continue
      this.#broken = taken.op.op === 'error'
      yield taken.op
    }
  }

  #takeLine(bytes: Uint8Array): { bytes: number; op?: ClientOp } {
    const end = bytes.indexOf(lineFeed)
    const part = bytes.subarray(0, end < 0 ? bytes.length : end + 1)
    // Copy the few bytes of an open line: they must not hold the megabytes they came with.
    this.#line.push(end < 0 ? part.slice() : part)
    this.#lineSize += part.length
    if (this.#isLineTooLong()) {
      return { bytes: part.length, op: { op: 'error', message: 'Maximum Control Line Exceeded' } }
    }
    if (end < 0) return { bytes: part.length }
    const line = this.#joinLine()
    const op = this.#parseLine(line)
    return op ? { bytes: part.length, op } : { bytes: part.length }
  }

  #isLineTooLong(): boolean {
    if (this.#lineSize <= this.#lineLimit) return false
    if (this.#lineLimit === maxControlLine) {
      const line = joinPieces(this.#line)
      const verb = decoder.decode(line.subarray(0, connectVerb.length)).toUpperCase()
      // Join once here, so that a long CONNECT in many small pieces is not joined at each of them.
      this.#line = [line]
      if (verb === connectVerb) this.#lineLimit = maxConnectLine
    }
    return this.#lineSize > this.#lineLimit
  }

  #joinLine(): string {
    const line = joinPieces(this.#line)
    this.#line = []
    this.#lineSize = 0
    this.#lineLimit = maxControlLine
    const end = line[line.length - 2] === carriageReturn ? -2 : -1
    return decoder.decode(line.subarray(0, end))
  }

  #parseLine(line: string): ClientOp | undefined {
    const [, verb = '', rest = ''] = /^([^ \t]*)[ \t]*(.*)$/s.exec(line) ?? []
    const words = rest.split(/[ \t]+/).filter((word) => word !== '')
    switch (verb.toUpperCase()) {
      case connectVerb:
        return parseConnect(rest)
      case 'PING':
        return { op: 'ping' }
      case 'PONG':
        return { op: 'pong' }
      case 'SUB':
        return parseSub(words)
      case 'UNSUB':
        return parseUnsub(words)
      case 'PUB':
        return this.#announce(parseAnnounced(words, false))
      case 'HPUB':
        return this.#announce(parseAnnounced(words, true))
      default:
        return { op: 'error', message: 'Unknown Protocol Operation' }
    }
  }

  #announce(announced: Announced | undefined): ClientOp | undefined {
    if (!announced) return { op: 'error', message: 'Parser Error' }
    if (announced.size > this.maxPayload) {
      return { op: 'error', message: 'Maximum Payload Violation' }
    }
    this.#announced = announced
    this.#filled = 0
    this.#body = noBytes
    return undefined
  }

  #takePayload(bytes: Uint8Array): { bytes: number; op?: ClientOp } {
    const { size } = this.#announced as Announced
    const whole = size + 2
    if (this.#filled === 0 && bytes.length >= whole) {
      return { bytes: whole, op: this.#finish(bytes.subarray(0, whole)) }
    }
    const part = bytes.subarray(0, whole - this.#filled)
    this.#makeRoom(this.#filled + part.length, whole)
    this.#body.set(part, this.#filled)
    this.#filled += part.length
    if (this.#filled < whole) return { bytes: part.length }
    return { bytes: part.length, op: this.#finish(this.#body) }
  }

  /** Make room that grows with what has come, not with what was announced. */
  #makeRoom(needed: number, whole: number): void {
    if (this.#body.length >= needed) return
    const grown = new Uint8Array(Math.min(whole, Math.max(needed, 2 * this.#body.length)))
    grown.set(this.#body.subarray(0, this.#filled))
    this.#body = grown
  }

  #finish(body: Uint8Array): ClientOp {
    const { size, ...announced } = this.#announced as Announced
    this.#announced = undefined
    this.#body = noBytes
    if (body[size] !== carriageReturn || body[size + 1] !== lineFeed)
      return { op: 'error', message: 'Parser Error' }
    return { ...announced, payload: body.subarray(0, size) }
  }
}

/** Join the pieces of a line; most come in one, which is not copied. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 && pieces[0] ? pieces[0] : joinBytes(pieces)
}
