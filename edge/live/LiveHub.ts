import { DurableObject } from 'cloudflare:workers'
import { regional, type Place } from '../regional.ts'
import { Broker } from './broker.ts'
import { HubClient, tooManyConnections, type Attachment, type Session } from './hub-client.ts'
import { HubStore } from './hub-store.ts'
import { KeyStore } from './key-store.ts'
import { renewSubject, syncSubject } from '../../domain/live/topic.ts'
import { inTime } from '../in-time.ts'
import { logFailure } from '../log.ts'
import { infoFrame, type Message, withHeaders } from './nats-frames.ts'
import { largestPayload } from './nats-parser.ts'
import type { Headers, Issued, Reply } from './bus-api.ts'
import { findRefusal, type Newcomer, type Places, type Seat, usualPlaces } from './places.ts'
import { Presence } from './presence.ts'
import { Relay, type Speaker } from './relay.ts'
import { readServers } from './server-addresses.ts'
import { ServerLink } from './server-link.ts'
import { openSession, renewSession } from './sign-in.ts'
import { isSubject } from './subjects.ts'
import { agreeOn } from './ticket.ts'
import { returnMs, signInMs, watchMs } from './times.ts'
import { accountKey, deviceNamed, maxDeviceLifeMs } from './user-jwt.ts'
import { nextDeadline, overdue, roundUp, watch } from './watch.ts'

/** Header by which the Worker names the company when it passes an upgrade request to the hub. */
export const companyHeader = 'x-bapp-company'
/** Header by which it says who comes: what the ticket says, and the address. */
export const seatHeader = 'x-bapp-seat'

/** Keeper of the devices' state: the company's store. */
export interface PresenceKeeper extends Rpc.DurableObjectBranded {
  devicePresence(device: string, connected: boolean): Promise<void>
  speaker(device: string, analysis: string | null): Promise<Speaker | null>
}

/** Environment of the hub. `LIVE_SECRET` has at least 32 characters. */
export interface LiveHubEnv extends Place {
  LIVE_SECRET: string
  COMPANY_STORE: DurableObjectNamespace<PresenceKeeper>
  /** NATS servers in place of the hub's own sockets. */
  NATS_URL?: string
}

const maxWaitMs = 60_000
const hubInbox = '_INBOX_hub'

const encoder = new TextEncoder()
const bytesOf = (data: string | Uint8Array) =>
  typeof data === 'string' ? encoder.encode(data) : data

/**
 * The live bus of one company: a server of the NATS client protocol over hibernating WebSockets. The name
 * of the object is the company's uuid. While nobody speaks the object is not in memory; the sockets stay
 * open, and the next message wakes it with sessions and subscriptions from SQLite.
 */
export class LiveHub extends DurableObject<LiveHubEnv> {
  #company: string
  #store: HubStore
  #keys: KeyStore
  #broker: Broker
  #presence: Presence
  #relay: Relay
  #server: ServerLink | undefined
  #account: string | undefined
  #alarmAt = Infinity
  readonly places: Places = { ...usualPlaces }

  constructor(ctx: DurableObjectState, env: LiveHubEnv) {
    super(ctx, env)
    this.#store = new HubStore(ctx.storage.sql)
    this.#keys = new KeyStore(ctx.storage.sql)
    this.#broker = new Broker({
      store: this.#store,
      signIn: (client, options) => this.#signIn(client, options),
      signedIn: (client) => this.#noteSignedIn(client),
      dropped: (client) => this.#noteGone(client),
      takes: (client, message) => this.#hearDevice(client, message),
    })
    // Read the name that was kept: an object that an alarm wakes after a restart does not know its own.
    this.#company = ctx.id.name ?? ctx.storage.kv.get<string>('company') ?? ''
    this.#presence = new Presence(this.#store, {
      tell: (device, connected) => {
        const store = regional(env.COMPANY_STORE, env, this.#company)
        return inTime(`store of ${this.#company}`, store.devicePresence(device, connected))
      },
      retryAt: (at) => this.#arm(at),
    })
    this.#relay = new Relay({
      company: this.#company,
      speaker: (device, analysis) => {
        const store = regional(env.COMPANY_STORE, env, this.#company)
        return inTime(`store of ${this.#company}`, store.speaker(device, analysis))
      },
      publish: (subject, payload) => this.#spread(subject, payload),
      stranger: (device) => this.#cutOff(device),
    })
    if (env.NATS_URL) this.#server = this.#linkTo(env.NATS_URL)
    else this.#wake()
  }

  /** Upgrade a request to a bus connection. 426 without upgrade, 403 for another company, 503 when full. */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
      return new Response('Expected a WebSocket', { status: 426 })
    }
    if (request.headers.get(companyHeader) !== this.#company) {
      return new Response('Not the hub of this company', { status: 403 })
    }
    const place = readPlace(request.headers.get(seatHeader))
    const refusal = this.#refuse({ ...place, signedIn: false })
    if (refusal !== null) {
      const headers = { 'Retry-After': String(signInMs / 1000) }
      return new Response('Too many live connections', { status: refusal, headers })
    }
    this.ctx.storage.kv.put('company', this.#company)
    const webSocket = this.#accept(place)
    const headers = agreeOn(request.headers.get('Sec-WebSocket-Protocol') ?? '', this.env)
    return new Response(null, { status: 101, webSocket, headers })
  }

  #refuse(newcomer: Seat): 429 | 503 | null {
    const { signedIn, waiting } = this.#broker.roll
    const seats = [...waiting].map((one) => one.seat())
    return findRefusal(newcomer, { signedIn, waiting: seats }, this.places)
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const client = this.#clientOf(socket)
    if (!client) return
    this.#broker.read(
      client,
      typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data),
    )
  }

  override webSocketClose(socket: WebSocket): void {
    this.#leave(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#leave(socket)
  }

  /** Turn away who did not sign in in time, whose token has run out, or who is silent and must not be. */
  override async alarm(): Promise<void> {
    const now = Date.now()
    this.#alarmAt = Infinity
    this.#keys.forgetRevoked((now - maxDeviceLifeMs) / 1000 - 60)
    if (this.#server) return this.#server.look()
    for (const client of this.#broker.roll.all()) {
      const reason = overdue(client, now)
      if (reason !== undefined) this.#broker.drop(client, reason)
      else if (client.session) watch(client, now)
    }
    this.#settle(now)
  }

  /** Publish as the edge; return how many connections got the message. */
  publish(subject: string, payload: string | Uint8Array): number | Promise<null> {
    if (subject === syncSubject(this.#company)) this.#relay.forget()
    if (this.#server) return this.#server.publish(subject, checked(subject, payload))
    const message = { subject, headerSize: 0, payload: checked(subject, payload) }
    const count = this.#broker.route(message)
    this.#broker.flush()
    return count
  }

  /** Publish a request and wait for its first answer, at most a minute. */
  request(
    subject: string,
    payload: string | Uint8Array,
    timeoutMs: number,
    headers: Headers = {},
  ): Promise<Reply> {
    if (this.#server) {
      const wait = Math.min(timeoutMs, maxWaitMs)
      return this.#server.request(subject, checked(subject, payload), wait, headers)
    }
    const reply = `${hubInbox}.${crypto.randomUUID()}`
    const message = { subject, reply, ...withHeaders(headers, checked(subject, payload)) }
    return new Promise((resolve) => {
      const finish = (result: Reply) => {
        clearTimeout(timer)
        stop()
        resolve(result)
      }
      const stop = this.#broker.awaitReply(reply, (data) => finish({ ok: true, data }))
      const wait = Math.min(timeoutMs, maxWaitMs)
      const timer = setTimeout(() => finish({ ok: false, reason: 'timeout' }), wait)
      if (this.#broker.route(message) === 0) finish({ ok: false, reason: 'no_responders' })
      this.#broker.flush()
    })
  }

  /**
   * Close the connections of names or public keys and refuse the tokens made for them so far; one made in
   * a later second is accepted. Returns how many connections were closed.
   */
  disconnect(...who: string[]): number | Promise<number> {
    if (this.#server) return this.#server.disconnect(...who)
    for (const one of who) this.#keys.revoke(one, Math.floor(Date.now() / 1000))
    const ended = new Set(who)
    const clients = [...this.#broker.roll.all()].filter(({ session }) => {
      return session && (ended.has(session.grant.name) || ended.has(session.grant.publicKey))
    })
    for (const client of clients) this.#broker.drop(client, 'User Authentication Revoked')
    return clients.length
  }

  /** List the names of the signed-in connections, each once, sorted. */
  connected(): string[] | Promise<string[]> {
    if (this.#server) return this.#server.connected()
    return this.#broker.roll.names()
  }

  /** Tell the server of a token before it is given away. */
  async admit(token: Issued): Promise<void> {
    this.ctx.storage.kv.put('company', this.#company)
    await this.#server?.admit(token)
  }

  #linkTo(list: string): ServerLink {
    // Close sockets from the time without a server, which have nobody to talk to here.
    for (const socket of this.ctx.getWebSockets()) socket.close(1012, 'Service Restart')
    const { LIVE_SECRET: secret } = this.env
    return new ServerLink({
      servers: readServers(list),
      secret,
      company: this.#company,
      keys: this.#keys,
      present: (devices, graceMs) => {
        this.#presence.settle(devices, Date.now(), graceMs)
        // Look again while there is somebody who could leave without a word.
        const next = devices.size > 0 ? Date.now() + watchMs : Infinity
        this.#arm(Math.min(next, this.#presence.nextDue()))
      },
      lookAt: (at) => this.#arm(at),
      told: (device, bytes) => void this.#relay.take(device, bytes),
    })
  }

  /** Take what a device says: none of it goes out as it is. Its answers to commands are not meant here. */
  #hearDevice(client: HubClient, message: Message): boolean {
    const { subject, payload, headerSize } = message
    const { device } = client
    if (device === undefined || !subject.startsWith(`t.${this.#company}.`)) return false
    if (subject === renewSubject(this.#company, device)) this.#renew(client, message)
    else void this.#relay.take(device, payload.slice(headerSize))
    return true
  }

  /** Let a connection go on with a fresh token. One that does not count changes nothing: the old one ends in its time. */
  #renew(client: HubClient, { payload, headerSize, reply }: Message): void {
    const jwt = new TextDecoder().decode(payload.slice(headerSize))
    const next = client.session && renewSession(client.session, jwt, this.#own(), Date.now())
    const isRenewed = next !== undefined && !this.#keys.isRevoked(next.grant)
    if (isRenewed) this.#broker.renew(client, next)
    if (reply === undefined) return
    const said = encoder.encode(isRenewed ? 'renewed' : 'refused')
    this.#broker.route({ subject: reply, headerSize: 0, payload: said })
  }

  #own(): string {
    return (this.#account ??= accountKey(this.env.LIVE_SECRET, this.#company).publicKey)
  }

  /** End the connection of a device that is not in the company's store: it has left, though no revocation came here. */
  #cutOff(device: string): void {
    Promise.resolve(this.disconnect(`device:${device}`)).catch((error: unknown) =>
      logFailure('live: a device that has left is still connected', error),
    )
  }

  #spread(subject: string, payload: string): void {
    const sent = this.publish(subject, payload)
    if (typeof sent !== 'number')
      sent.catch((error: unknown) => logFailure('live: a word of a device not sent', error))
  }

  #signIn(
    client: HubClient,
    options: Record<string, unknown>,
  ): Session | typeof tooManyConnections | undefined {
    const session = openSession(options, client.attachment.nonce, this.#own(), Date.now())
    if (!session || this.#keys.isRevoked(session.grant)) return undefined
    const device = deviceNamed(session.grant) !== undefined
    if (this.#isCrowded(session.grant.name, device)) return tooManyConnections
    const { key, address } = client.seat()
    // Compare the ticket with the person who signs in; without one they take a place only now.
    if (key !== null) return key === session.grant.publicKey ? session : undefined
    const refusal = this.#refuse({ device, signedIn: true, key, address })
    return refusal === null ? session : undefined
  }

  /** Return true when a person or device has all its connections, so that one key cannot take the places of the others. */
  #isCrowded(name: string, device: boolean): boolean {
    const { perPerson, perDevice } = this.places
    return this.#broker.roll.named(name).size >= (device ? perDevice : perPerson)
  }

  #noteSignedIn(client: HubClient): void {
    const now = Date.now()
    watch(client, now)
    this.#arm(nextDeadline(client))
    if (client.device !== undefined) this.#presence.here(client.device)
  }

  /** Note that a connection has ended: its device is absent unless it has another. */
  #noteGone({ device }: HubClient): void {
    if (device === undefined) return
    if (this.#broker.roll.named(`device:${device}`).size > 0) return
    this.#presence.away(device, Date.now())
    this.#arm(this.#presence.nextDue())
  }

  #accept(place: Newcomer): WebSocket {
    const [theirs, ours] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket]
    const [id = 0] = crypto.getRandomValues(new Uint32Array(1))
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
    const deadline = Date.now() + signInMs
    this.ctx.acceptWebSocket(ours)
    const flags = { watched: false, asked: false, torn: false, gone: false }
    const client = new HubClient(ours, { id, nonce, deadline, place, ...flags })
    client.remember()
    this.#broker.admit(client)
    ours.send(infoFrame(this.ctx.id.toString(), id, nonce))
    this.#arm(deadline)
    return theirs
  }

  #wake(): void {
    const sessions = this.#store.sessions()
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = socket.deserializeAttachment() as Attachment | null
      if (!attachment || attachment.gone) continue
      const client = new HubClient(socket, attachment)
      const session = sessions.get(attachment.id)
      if (session) client.signIn(session)
      sessions.delete(attachment.id)
      this.#broker.admit(client)
      // Drop a client whose half operation was in memory: the rest of it would be read wrongly.
      if (attachment.torn) this.#broker.drop(client, 'Parser Error')
    }
    // Forget clients whose sockets ended with the process that held them.
    for (const id of sessions.keys()) this.#store.removeClient(id)
    // Take sockets that are gone with their process for lost by the service: the devices are on their way back.
    this.#settle(Date.now(), sessions.size > 0 ? returnMs : undefined)
  }

  #clientOf(socket: WebSocket): HubClient | undefined {
    const attachment = socket.deserializeAttachment() as Attachment | null
    return attachment ? this.#broker.roll.find(attachment.id) : undefined
  }

  #leave(socket: WebSocket): void {
    const client = this.#clientOf(socket)
    socket.close()
    if (!client) return
    this.#broker.remove(client)
    this.#noteGone(client)
  }

  #settle(now: number, graceMs?: number): void {
    const clients = [...this.#broker.roll.all()]
    const devices = clients.flatMap(({ device }) => device ?? [])
    this.#presence.settle(new Set(devices), now, graceMs)
    let due = this.#presence.nextDue()
    for (const client of clients) due = Math.min(due, nextDeadline(client))
    this.#arm(due)
  }

  /** Set the alarm of the hub, on its rounds. */
  #arm(time: number): void {
    const at = roundUp(time)
    if (at >= this.#alarmAt || at === Infinity) return
    this.#alarmAt = at
    void this.ctx.storage.setAlarm(at)
  }
}

/** Read the newcomer from the Worker's header. */
function readPlace(header: string | null): Newcomer {
  const place = JSON.parse(header ?? '{}') as Partial<Newcomer>
  return { device: false, key: null, address: '', ...place }
}

function checked(subject: string, payload: string | Uint8Array): Uint8Array {
  if (!isSubject(subject)) throw new RangeError(`not a subject: ${subject}`)
  const bytes = bytesOf(payload)
  if (bytes.length > largestPayload) throw new RangeError('a live message holds at most 1 MiB')
  return bytes
}
