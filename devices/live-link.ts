import { connect, jwtAuthenticator, type NatsConnection } from 'nats.ws'
import * as v from 'valibot'
import { liveCalls } from '../domain/calls/live.ts'
import { Fault } from '../domain/fault.ts'
import { type CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import type { DeviceNotice, DeviceStatus, TopicError } from '../domain/live/event.ts'
import { commandSignatureHeader } from '../domain/live/signed-command.ts'
import { commandSubject, type Topic, toldSubject } from '../domain/live/topic.ts'
import { createBackOff } from './back-off.ts'
import type { EdgeCall } from './edge-client.ts'
import type { LiveKey } from './live-key.ts'
import type { Trust } from './lan/trust.ts'
import { refuseUnreadable } from './obey.ts'
import { isFromService } from './signed-command.ts'

/**
 * The live bus (NATS over WebSocket). It carries commands to the device and status and notices from it, and
 * never the only copy of a result. The bus is not trusted: a command counts by the service's signature. Connects for ever: each try fetches a fresh token, waits longer after
 * each failure, and after each success asks over HTTP for the commands that were missed.
 */
export interface LiveLink {
  connected(): boolean
  /** Sends a status or a notice if the bus is there; otherwise it is simply not shown. */
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

export function startLiveLink(ports: LiveLinkPorts): LiveLink {
  const backOff = createBackOff(firstWaitMs, longestWaitMs)
  const stopped = new AbortController()
  let session: { bus: NatsConnection; company: string } | null = null

  async function run(): Promise<void> {
    let silent = false
    while (!stopped.signal.aborted) {
      let began = Infinity
      let isUnknown = false
      try {
        session = await openSession(ports)
        began = Date.now()
        ports.report('live bus connected')
        silent = false
        ports.connected()
        await Promise.race([listen(session, ports), whenAborted(stopped.signal)])
      } catch (error) {
        if (!silent && !stopped.signal.aborted) ports.report(`no live bus: ${describe(error)}`)
        silent = true
        // A key that is not known will not be known in a moment.
        isUnknown = error instanceof Fault && error.status === 401
      }
      await session?.bus.close()
      session = null
      // A hub that takes the connection and drops it at once is not hammered.
      if (Date.now() - began > settledMs) backOff.reset()
      await wait(isUnknown ? unknownWaitMs : backOff.next(), stopped.signal)
    }
  }

  const done = run()
  return {
    connected: () => session !== null,
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

async function openSession(
  ports: LiveLinkPorts,
): Promise<{ bus: NatsConnection; company: string }> {
  const token = await ports.call(liveCalls.deviceToken, {
    body: { public_key: ports.key.publicKey },
  })
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
    // A token is good for one connection's life: this file reconnects, with a fresh one.
    reconnect: false,
    pingInterval: pingMs,
    timeout: connectMs,
    noEcho: true,
  } as Parameters<typeof connect>[0])
  return { bus, company: token.company_uuid }
}

/** Answers commands until the connection is gone. */
async function listen(
  { bus, company }: { bus: NatsConnection; company: string },
  ports: LiveLinkPorts,
): Promise<void> {
  for await (const message of bus.subscribe(commandSubject(company, ports.uuid))) {
    const read = readJson(message.string())
    const signature = message.headers?.get(commandSignatureHeader) ?? ''
    if (!isFromService(ports.trust(), ports.uuid, read, signature)) {
      // A service whose key has changed says so over HTTP, and hands out there what waits.
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

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
