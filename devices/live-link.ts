import { setTimeout as after } from 'node:timers/promises'
import { connect, jwtAuthenticator, type NatsConnection } from 'nats.ws'
import * as v from 'valibot'
import { Fault } from '../domain/fault.ts'
import { type CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import type { DeviceNotice, DeviceStatus, TopicError } from '../domain/live/event.ts'
import { commandSignatureHeader } from '../domain/live/signed-command.ts'
import { placeInWindow } from '../domain/live/return-window.ts'
import { commandSubject, renewSubject, type Topic, toldSubject } from '../domain/live/topic.ts'
import { createBackOff } from './back-off.ts'
import type { EdgeCall } from './edge-client.ts'
import type { LiveKey } from './live-key.ts'
import { keepLiveTokens, type LiveToken, type LiveTokens } from './live-token.ts'
import type { Trust } from './lan/trust.ts'
import { refuseUnreadable } from './obey.ts'
import { isFromService } from './signed-command.ts'

/**
 * The live bus (NATS over WebSocket). It carries commands to the device and status and notices from it, and
 * never the only copy of a result. The bus is not trusted: a command counts by the service's signature. Connects for ever: a
 * connection is renewed by a fresh token every few hours (decision 90); one that is lost is opened again at the device's place
 * in the return of the fleet, then with growing waits; after each success the device asks over HTTP for the commands that were missed.
 */
export interface LiveLink {
  connected(): boolean
  /** Milliseconds over which the whole fleet comes back after a loss: calls beside the bus keep to it. */
  windowMs(): number
  /** Send a status or a notice if the bus is there; otherwise it is simply not shown. */
  publish(payload: DeviceStatus | DeviceNotice): void
  stop(): Promise<void>
}

export interface LiveLinkPorts {
  edge: string
  uuid: string
  type: 'bcube' | 'bgate'
  key: LiveKey
  call: EdgeCall
  obey(message: CommandMessage): CommandAnswer
  /** A run is under way: such a device comes back among the first. */
  isBusy(): boolean
  /** Company and key whose commands are valid, as the service gave them; null until then. */
  trust(): Pick<Trust, 'company' | 'key'> | null
  /** Something came on the bus that the service has not signed: time to ask the service itself. */
  unsigned(): void
  /** The bus is there: time to ask for missed commands and to show the status. */
  connected(): void
  report(text: string): void
}

const firstWaitMs = 250
const longestWaitMs = 5_000
const unknownWaitMs = 30_000
const settledMs = 10_000
/** Each ping would wake a hibernating hub. */
const pingMs = 5 * 60_000
const connectMs = 5_000
const renewMs = 10_000
/** A device that has moved, and has heard so by HTTP only, connects to its new company within this time. */
const lookMs = 60_000
/** Tries with the kept token before another is fetched: a refused upgrade does not say why. */
const mostTries = 4
/** Part of the window in which devices with a run return. */
const busyShare = 0.2

export function startLiveLink(ports: LiveLinkPorts): LiveLink {
  const backOff = createBackOff(firstWaitMs, longestWaitMs)
  const tokens = keepLiveTokens(ports)
  const stopped = new AbortController()
  let session: Session | null = null

  async function run(): Promise<void> {
    let silent = false
    let failures = 0
    while (!stopped.signal.aborted) {
      let pauseMs = 0
      try {
        session = await openSession(ports, tokens)
        const began = Date.now()
        failures = 0
        ports.report('live bus connected')
        silent = false
        ports.connected()
        const end = await whenOver(session, { ports, tokens, signal: stopped.signal })
        // Reset only after a stay: a hub that takes the connection and drops it at once is not hammered.
        if (Date.now() - began > settledMs) backOff.reset()
        if (end === 'lost') pauseMs = returnMs(ports, tokens)
        if (end === 'refused') tokens.forget()
      } catch (error) {
        if (!silent && !stopped.signal.aborted) ports.report(`no live bus: ${describe(error)}`)
        silent = true
        failures += 1
        if (isRefusal(error) || failures % mostTries === 0) tokens.forget()
        // Wait long for a key that is not known, which will not be known in a moment.
        if (error instanceof Fault && error.status === 401) pauseMs = unknownWaitMs
        else pauseMs = (Math.random() * tokens.windowMs()) / 4
        if (error instanceof Fault) pauseMs = Math.max(pauseMs, error.retryAfterMs)
      }
      await session?.bus.close()
      session = null
      await wait(Math.max(backOff.next(), pauseMs), stopped.signal)
    }
  }

  const done = run()
  return {
    connected: () => session !== null,
    windowMs: tokens.windowMs,
    publish(payload) {
      if (!session || session.bus.isClosed()) return
      const topic = topicOf(ports.type, payload)
      const subject = toldSubject(session.company, ports.uuid)
      const event = { topic, uuid: ports.uuid, at: new Date().toISOString(), payload }
      session.bus.publish(subject, JSON.stringify(event))
    },
    async stop() {
      stopped.abort()
      await done
    },
  }
}

interface Session {
  bus: NatsConnection
  company: string
}

/** Return the wait of this device after a loss of the bus, so that a fleet is spread evenly. */
function returnMs({ uuid, isBusy }: LiveLinkPorts, tokens: LiveTokens): number {
  return placeInWindow(uuid) * tokens.windowMs() * (isBusy() ? busyShare : 1)
}

async function openSession(ports: LiveLinkPorts, tokens: LiveTokens): Promise<Session> {
  const token = await tokens.current()
  const address = `${ports.edge.replace(/^http/, 'ws')}${token.path}`
  const protocols = token.ticket === undefined ? [] : ['nats', token.ticket]
  const bus = await connect({
    servers: address,
    wsFactory: async () => ({
      socket: new WebSocket(address, protocols),
      encrypted: address.startsWith('wss:'),
    }),
    authenticator: jwtAuthenticator(token.jwt, ports.key.seed),
    inboxPrefix: token.inbox_prefix,
    name: ports.uuid,
    // Leave it to this file to reconnect: when, and with which token.
    reconnect: false,
    pingInterval: pingMs,
    timeout: connectMs,
    noEcho: true,
  } as Parameters<typeof connect>[0])
  return { bus, company: token.company_uuid }
}

interface Keeping {
  ports: LiveLinkPorts
  tokens: LiveTokens
  signal: AbortSignal
}

/**
 * Answer commands and renew the connection until it is over: lost, refused by the bus, or to be opened again with the token
 * that is kept now.
 */
async function whenOver(session: Session, keeping: Keeping): Promise<'lost' | 'refused' | 'again'> {
  const over = new AbortController()
  const signal = AbortSignal.any([keeping.signal, over.signal])
  const closed = session.bus.closed()
  try {
    const isOpen = await Promise.race([
      listen(session, keeping.ports).then(() => false),
      closed.then(() => false),
      keepRenewed(session, { ...keeping, signal }).then(() => true),
    ])
    if (isOpen) return 'again'
    return isRefusal(await closed) ? 'refused' : 'lost'
  } finally {
    over.abort()
  }
}

/** Return true for an error by which the bus says that the token does not count, or no longer. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /authenticat|authoriz/i.test(`${error.message} ${codeOf(error)}`)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** Renew the connection each time that half of its token's life is over; ends when it must be opened again. */
async function keepRenewed(session: Session, { ports, tokens, signal }: Keeping): Promise<void> {
  let dueMs = tokens.renewInMs()
  while (!signal.aborted) {
    // Look also where nothing is due: a service of version 2.4 and older renews nothing, and its connections end with their token.
    await wait(dueMs > 0 ? Math.min(dueMs, lookMs) : lookMs, signal)
    if (signal.aborted) return
    const { company } = ports.trust() ?? session
    if (company !== session.company) return tokens.forget()
    if (dueMs === 0 || tokens.renewInMs() > 0) {
      dueMs = tokens.renewInMs()
      continue
    }
    const token = await tokens.fresh().catch(() => null)
    // Try again at the next look: half of the token's life is left.
    if (token && !(await renew(session, token, ports))) return
    dueMs = token ? tokens.renewInMs() : lookMs
  }
}

/** Return true if the connection lives on with the token. On a NATS server nobody answers: there it is opened again. */
async function renew({ bus, company }: Session, token: LiveToken, { uuid }: LiveLinkPorts) {
  if (token.company_uuid !== company) return false
  try {
    const options = { timeout: renewMs }
    const answer = await bus.request(renewSubject(company, uuid), token.jwt, options)
    return answer.string() === 'renewed'
  } catch {
    return false
  }
}

/** Answer commands until the connection is gone. */
async function listen(
  { bus, company }: { bus: NatsConnection; company: string },
  ports: LiveLinkPorts,
): Promise<void> {
  for await (const message of bus.subscribe(commandSubject(company, ports.uuid))) {
    const read = readJson(message.string())
    const signature = message.headers?.get(commandSignatureHeader) ?? ''
    if (!isFromService(ports.trust(), ports.uuid, read, signature)) {
      // Report it and go on: a service whose key has changed says so over HTTP, and hands out there what waits.
      ports.report('a command that the service has not signed was left out')
      sayError(bus, company, ports, 'A command that the service has not signed was left out')
      ports.unsigned()
      continue
    }
    const parsed = v.safeParse(CommandMessage, read)
    if (!parsed.success) {
      ports.report('a command that cannot be read was left out')
      const refusal = refuseUnreadable(read)
      if (refusal) message.respond(JSON.stringify(refusal))
      sayError(bus, company, ports, 'A command that cannot be read was left out')
      continue
    }
    const answer = ports.obey(parsed.output)
    message.respond(JSON.stringify(answer))
  }
}

/** Publish an error instead of an event (spec §8 "Socket"). */
function sayError(
  bus: NatsConnection,
  company: string,
  { uuid, type }: LiveLinkPorts,
  error: string,
): void {
  const topic = type === 'bgate' ? 'bgate-events' : 'bcube-events'
  const said: TopicError = { topic, uuid, at: new Date().toISOString(), error }
  bus.publish(toldSubject(company, uuid), JSON.stringify(said))
}

/** Choose the topic of a message: a gateway's instrument has one topic, a bCUBE two (spec §7). */
function topicOf(type: 'bcube' | 'bgate', payload: DeviceStatus | DeviceNotice): Topic {
  if ('kind' in payload && payload.kind.startsWith('ble_')) return 'ble-events'
  if (type === 'bgate') return 'bgate-events'
  return 'kind' in payload ? 'bcube-events' : 'bcube-status'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function describe(error: unknown): string {
  if (error instanceof Fault) return `${error.code} ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

/** Wait so long (ms), or until the signal aborts. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await after(ms, undefined, { signal }).catch(() => {})
}
