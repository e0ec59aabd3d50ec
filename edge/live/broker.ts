import { Brake } from './brake.ts'
import {
  type HubClient,
  type Session,
  type Subscription,
  tooManyConnections,
} from './hub-client.ts'
import type { HubStore } from './hub-store.ts'
import { Interest } from './interest.ts'
import { errorFrame, messageFrame, noRespondersHead, okFrame, pongFrame } from './nats-frames.ts'
import type { Message } from './nats-frames.ts'
import type { ClientOp, PublishOp } from './nats-parser.ts'
import { Roll } from './roll.ts'
import { covers, isPattern, isSubject, permits } from './subjects.ts'

/** Subscriptions one client may hold. */
const maxSubscriptions = 4096
/** Subscriptions of one client to the same subject: each message would come to it as often. */
const maxSameSubject = 8
/**
 * Operations of one person or device, on all connections: each SUB and UNSUB is a write, and the hub works on one thread. The
 * burst is some pages that come back at once with a subscription for each device.
 */
const mostOperations = { burst: 20_000, perSecond: 200 }

/** Functions of the hub that the broker needs. */
export interface BrokerHost {
  store: HubStore
  /** The session of a CONNECT, or undefined to turn the client away. */
  signIn(
    client: HubClient,
    options: Record<string, unknown>,
  ): Session | typeof tooManyConnections | undefined
  /** A client signed in. */
  signedIn(client: HubClient): void
  /** The broker closed a connection. */
  dropped(client: HubClient): void
  /** Take a message that is meant for the service itself; true where nobody else is to hear it. */
  takes(client: HubClient, message: Message): boolean
}

type SubOp = Extract<ClientOp, { op: 'sub' }>
type UnsubOp = Extract<ClientOp, { op: 'unsub' }>

/**
 * The rules of the bus: who may sign in, subscribe and publish, and who gets a message. It works on
 * clients and knows nothing of sockets being accepted, woken or told by an alarm.
 */
export class Broker {
  readonly roll = new Roll()
  #host: BrokerHost
  #interest = new Interest<Subscription>()
  #unsent = new Set<HubClient>()
  #awaited = new Map<string, (data: Uint8Array) => void>()
  readonly #pace = new Brake(mostOperations, Date.now)

  constructor(host: BrokerHost) {
    this.#host = host
  }

  /** Take in a client; one that was signed in before the hub slept gets its subscriptions back. */
  admit(client: HubClient): void {
    this.roll.enter(client)
    if (!client.session) return
    const rows = this.#host.store.subscriptions(client.attachment.id)
    for (const row of rows) this.#restore({ ...row, client })
  }

  #restore(subscription: Subscription): void {
    subscription.client.hold(subscription)
    this.#interest.add(subscription)
  }

  /** Forget a client and its subscriptions. */
  remove(client: HubClient): void {
    if (!this.roll.leave(client)) return
    for (const subscription of client.subscriptions.values()) this.#interest.remove(subscription)
    client.subscriptions.clear()
    this.#unsent.delete(client)
    if (client.session) this.#host.store.removeClient(client.attachment.id)
  }

  /** Close a connection with an error and forget the client. */
  drop(client: HubClient, reason: string): void {
    if (!this.#isIn(client)) return
    client.close(reason, reason === 'Slow Consumer')
    this.remove(client)
    this.#host.dropped(client)
  }

  /** Let a client go on with another session of the same holder. */
  renew(client: HubClient, session: Session): void {
    client.signIn(session)
    this.#host.store.saveSession(client.attachment.id, session)
  }

  /** Carry out what the client sent. */
  read(client: HubClient, bytes: Uint8Array): void {
    client.hear(Date.now())
    for (const op of client.parser.read(bytes)) {
      this.#handle(client, op)
      if (!this.#isIn(client)) break
    }
    const { midway } = client.parser
    if (this.#isIn(client) && midway !== client.attachment.torn) client.remember({ torn: midway })
    this.flush()
  }

  /** Send what this turn has written. */
  flush(): void {
    for (const client of this.#unsent) client.outbox.flush()
    this.#unsent.clear()
  }

  /** Hand the next message on the subject to `take` instead of a client; return the way to stop it. */
  awaitReply(subject: string, take: (data: Uint8Array) => void): () => void {
    this.#awaited.set(subject, take)
    return () => void this.#awaited.delete(subject)
  }

  /** Pass a message to its audience and return how many got it. */
  route(message: Message, from?: HubClient): number {
    const awaited = this.#awaited.get(message.subject)
    if (awaited) {
      awaited(message.payload.slice(message.headerSize))
      return 1
    }
    const { plain, groups } = this.#interest.audience(message.subject)
    let count = 0
    for (const subscription of plain) if (this.#deliver(subscription, message, from)) count++
    for (const group of groups) {
      const first = Math.floor(Math.random() * group.length)
      const turn = [...group.slice(first), ...group.slice(0, first)]
      if (turn.some((subscription) => this.#deliver(subscription, message, from))) count++
    }
    return count
  }

  #isIn(client: HubClient): boolean {
    return this.roll.find(client.attachment.id) === client
  }

  #send(client: HubClient, ...pieces: readonly Uint8Array[]): void {
    this.#unsent.add(client)
    if (!client.outbox.write(...pieces)) this.drop(client, 'Slow Consumer')
  }

  #acknowledge(client: HubClient): void {
    if (client.session?.verbose) this.#send(client, okFrame)
  }

  #handle(client: HubClient, op: ClientOp): void {
    if (op.op === 'error') return this.drop(client, op.message)
    if (op.op === 'connect') return this.#connect(client, op.options)
    if (!client.session) return this.drop(client, 'Authorization Violation')
    if (this.#pace.ask(client.session.grant.name) !== 'yes')
      return this.drop(client, 'maximum operations exceeded')
    switch (op.op) {
      case 'ping':
        return this.#send(client, pongFrame)
      case 'pong':
        return client.outbox.acknowledge()
      case 'sub':
        return this.#subscribe(client, client.session, op)
      case 'unsub':
        return this.#unsubscribe(client, op)
      case 'pub':
        return this.#publish(client, client.session, op)
    }
  }

  #connect(client: HubClient, options: Record<string, unknown>): void {
    if (client.session) return this.drop(client, 'Invalid Client Protocol')
    const session = this.#host.signIn(client, options)
    if (!session) return this.drop(client, 'Authorization Violation')
    if (session === tooManyConnections) return this.drop(client, session)
    client.signIn(session)
    this.roll.signIn(client)
    this.#host.store.saveSession(client.attachment.id, session)
    this.#acknowledge(client)
    this.#host.signedIn(client)
  }

  #subscribe(client: HubClient, { grant }: Session, { subject, sid, queue }: SubOp): void {
    if (!isPattern(subject)) return this.#send(client, errorFrame('Invalid Subject'))
    if (!permits(grant.sub, subject)) {
      const using = queue === undefined ? '' : ` using queue "${queue}"`
      const what = `Permissions Violation for Subscription to "${subject}"${using}`
      return this.#send(client, errorFrame(what))
    }
    if (!client.subscriptions.has(sid)) {
      if (
        client.subscriptions.size >= maxSubscriptions ||
        client.countSame(subject) >= maxSameSubject
      ) {
        return this.#send(client, errorFrame('maximum subscriptions exceeded'))
      }
      const shared = queue === undefined ? {} : { queue }
      const subscription: Subscription = { client, sid, subject, delivered: 0, ...shared }
      this.#host.store.saveSubscription(subscription)
      this.#restore(subscription)
    }
    this.#acknowledge(client)
  }

  #unsubscribe(client: HubClient, { sid, max }: UnsubOp): void {
    const subscription = client.subscriptions.get(sid)
    if (subscription && max !== undefined && max > subscription.delivered) {
      subscription.max = max
      this.#host.store.saveSubscription(subscription)
    } else if (subscription) {
      this.#end(subscription)
    }
    this.#acknowledge(client)
  }

  #publish(client: HubClient, { grant, noResponders }: Session, message: PublishOp): void {
    const { subject, reply } = message
    if (!isSubject(subject) || (reply !== undefined && !isSubject(reply))) {
      return this.#send(client, errorFrame('Invalid Publish Subject'))
    }
    if (!permits(grant.pub, subject) && !client.takeReply(subject, Date.now())) {
      const what = `Permissions Violation for Publish to "${subject}"`
      return this.#send(client, errorFrame(what))
    }
    // Let listeners answer only on subjects of the sender's own: another one would be a way to speak elsewhere.
    if (reply !== undefined && !permits(grant.sub, reply)) {
      const what = `Permissions Violation for Publish with Reply of "${reply}"`
      return this.#send(client, errorFrame(what))
    }
    this.#acknowledge(client)
    if (this.#host.takes(client, message)) return
    const count = this.route(message, client)
    if (count === 0 && reply !== undefined && noResponders) this.#sayNobody(client, reply)
  }

  #sayNobody(client: HubClient, reply: string): void {
    for (const subscription of client.subscriptions.values()) {
      if (!covers(subscription.subject, reply)) continue
      const headerSize = noRespondersHead.length
      this.#hand(subscription, { subject: reply, headerSize, payload: noRespondersHead })
      return
    }
  }

  #deliver(subscription: Subscription, message: Message, from?: HubClient): boolean {
    const { client } = subscription
    const { session } = client
    if (!session || !this.#isIn(client)) return false
    if (client === from && !session.echo) return false
    const { sub } = session.grant
    if (sub.deny.length > 0 && !permits(sub, message.subject)) return false
    if (message.reply !== undefined) client.expectReply(message.reply, Date.now())
    this.#hand(subscription, message)
    return true
  }

  #hand(subscription: Subscription, message: Message): void {
    const { client, sid, max } = subscription
    subscription.delivered += 1
    this.#send(client, ...messageFrame(message, sid, client.session?.headers ?? false))
    if (max === undefined) return
    if (subscription.delivered >= max) this.#end(subscription)
    else this.#host.store.saveSubscription(subscription)
  }

  #end(subscription: Subscription): void {
    if (!subscription.client.release(subscription)) return
    this.#interest.remove(subscription)
    this.#host.store.removeSubscription(subscription)
  }
}
