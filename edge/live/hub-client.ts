import { errorFrame } from './nats-frames.ts'
import type { Interested } from './interest.ts'
import { largestPayload, NatsParser } from './nats-parser.ts'
import { Outbox } from './outbox.ts'
import type { Newcomer, Seat } from './places.ts'
import { deviceNamed, type Grant } from './user-jwt.ts'

/** Session of a client after its CONNECT: its grant and protocol options. */
export interface Session {
  grant: Grant
  verbose: boolean
  echo: boolean
  headers: boolean
  noResponders: boolean
}

/** Error for a valid token without a free place, as a NATS server writes it. */
export const tooManyConnections = 'maximum connections exceeded'

/** One subscription of one client. `max` ends it after so many deliveries. */
export interface Subscription extends Interested {
  client: HubClient
  sid: string
  delivered: number
  max?: number
}

/** State that a socket keeps while the hub hibernates. The rest is in the hub's SQLite. */
export interface Attachment {
  id: number
  nonce: string
  /** Time by which it must have signed in, later at which a device is looked at again: ms since 1970. */
  deadline: number
  /** True for a device, whose connection is looked at regularly. */
  watched: boolean
  /** True where it was silent, has been sent a PING and has said nothing since. */
  asked: boolean
  /** True where the bytes so far end inside an operation. */
  torn: boolean
  /** Content of its ticket, and its address; absent for one that was there before there were tickets. */
  place?: Newcomer
  /** True where the hub has dropped it and the close handshake is not yet through. */
  gone: boolean
}

const maxReplies = 1024
const policyViolation = 1008
/** Close code for clients that lost access and must not reconnect by themselves (spec §4 "Socket"). */
const endedCode = 3001

/** One connection: its parser, its outbox, and once signed in its session and subscriptions. */
export class HubClient {
  readonly attachment: Attachment
  readonly parser = new NatsParser(0)
  readonly outbox: Outbox
  readonly subscriptions = new Map<string, Subscription>()
  session: Session | undefined
  /** The device that signed in, undefined for any other client; kept, since the hub looks for it among thousands. */
  device: string | undefined
  /** Time of its last message, ms since 1970; 0 after the hub slept. */
  heardAt = 0
  #socket: WebSocket
  /** Number of its subscriptions to each subject. */
  #subjects = new Map<string, number>()
  #replies = new Map<string, { left: number; until: number }>()

  constructor(socket: WebSocket, attachment: Attachment) {
    this.#socket = socket
    this.attachment = attachment
    this.outbox = new Outbox(socket)
  }

  /** Return its seat among the places of the hub. */
  seat(): Seat {
    const { place = { device: false, key: null, address: '' } } = this.attachment
    const signedIn = this.session !== undefined
    return {
      ...place,
      signedIn,
      device: place.device || this.device !== undefined,
    }
  }

  /** Take up a session; only now payloads are accepted. */
  signIn(session: Session): void {
    this.session = session
    this.device = deviceNamed(session.grant)
    this.parser.maxPayload = largestPayload
  }

  /** Keep a subscription of its own. */
  hold(subscription: Subscription): void {
    this.subscriptions.set(subscription.sid, subscription)
    const { subject } = subscription
    this.#subjects.set(subject, this.countSame(subject) + 1)
  }

  /** Forget a subscription. @returns false for one that it does not hold. */
  release({ sid, subject }: Subscription): boolean {
    if (!this.subscriptions.delete(sid)) return false
    const left = this.countSame(subject) - 1
    if (left > 0) this.#subjects.set(subject, left)
    else this.#subjects.delete(subject)
    return true
  }

  /** Count its subscriptions to a subject. */
  countSame(subject: string): number {
    return this.#subjects.get(subject) ?? 0
  }

  /** Write the attachment to the socket, where it survives hibernation. */
  remember(change: Partial<Attachment> = {}): void {
    Object.assign(this.attachment, change)
    this.#socket.serializeAttachment(this.attachment)
  }

  /** Take note that the client said something. */
  hear(now: number): void {
    this.heardAt = now
    if (this.attachment.asked) this.remember({ asked: false })
  }

  /** Ask the client whether it is there. */
  ask(): void {
    this.outbox.probe()
    this.outbox.flush()
  }

  /** Say why and close the connection. What waits in the outbox is sent before, unless `discard`. */
  close(reason: string, discard = false): void {
    const outbox = discard ? new Outbox(this.#socket) : this.outbox
    outbox.write(errorFrame(reason))
    outbox.flush()
    this.remember({ gone: true })
    const code = reason === 'User Authentication Revoked' ? endedCode : policyViolation
    this.#socket.close(code, reason)
  }

  /** Remember that a request was handed over, so that it may be answered. In memory only: a request
   *  unanswered when the hub falls asleep has long timed out. */
  expectReply(subject: string, now: number): void {
    const allowed = this.session?.grant.reply
    if (!allowed) return
    if (this.#replies.size >= maxReplies) this.#forgetOld(now)
    this.#replies.set(subject, { left: allowed.max, until: now + allowed.ttlMs })
  }

  /** Use up one permission to answer on the subject; false when there is none. */
  takeReply(subject: string, now: number): boolean {
    const reply = this.#replies.get(subject)
    if (!reply) return false
    reply.left -= 1
    if (reply.left <= 0 || reply.until < now) this.#replies.delete(subject)
    return reply.until >= now
  }

  #forgetOld(now: number): void {
    const kept = [...this.#replies].filter(([, reply]) => reply.until >= now)
    this.#replies = new Map(kept.slice(-maxReplies / 2))
  }
}
