import { joinBytes } from '../../domain/join-bytes.ts'
import { pingFrame } from './nats-frames.ts'

/** Bytes a client may leave unread before it is dropped as a slow consumer. */
export const maxUnread = 16 * 1024 * 1024

const probeEvery = 512 * 1024
const batchBytes = 64 * 1024

/** The part of a WebSocket that the outbox uses. */
export interface Sink {
  send(data: Uint8Array): void
}

/**
 * Queue of messages to one client. Pieces are joined to one frame per turn of the hub. A WebSocket in
 * workerd does not tell how many sent bytes are still waiting, so the outbox asks the client: a PING
 * after every 512 KiB, and what was sent before an answered PING has been read.
 */
export class Outbox {
  #sink: Sink
  #pieces: Uint8Array[] = []
  #size = 0
  #sent = 0
  #read = 0
  #probedAt = 0
  #probes: number[] = []

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Count the bytes that the client has not shown to have read. */
  get unread(): number {
    return this.#sent + this.#size - this.#read
  }

  /** Queue pieces of protocol; false when the client is too far behind and must go. */
  write(...pieces: readonly Uint8Array[]): boolean {
    for (const piece of pieces) {
      this.#pieces.push(piece)
      this.#size += piece.length
    }
    if (this.#sent + this.#size - this.#probedAt >= probeEvery) this.probe()
    if (this.#size >= batchBytes) this.flush()
    return this.unread <= maxUnread
  }

  /** Ask the client by a PING how far it has read. */
  probe(): void {
    this.#pieces.push(pingFrame)
    this.#size += pingFrame.length
    this.#probedAt = this.#sent + this.#size
    this.#probes.push(this.#probedAt)
  }

  /** Take note of a PONG: all bytes before the PING it answers have been read. */
  acknowledge(): void {
    this.#read = this.#probes.shift() ?? this.#read
  }

  /** Send what is queued as one frame. A socket that is already closing swallows it. */
  flush(): void {
    if (this.#size === 0) return
    const frame = joinBytes(this.#pieces)
    this.#pieces = []
    this.#sent += this.#size
    this.#size = 0
    try {
      this.#sink.send(frame)
    } catch {
      // Leave the rest to the close event of the socket, which clears the client away.
    }
  }
}
