import {
  connect,
  type ConnectionOptions,
  headers,
  jwtAuthenticator,
  type Msg,
  type NatsConnection,
  nkeys,
} from 'nats.ws'
import { commandSubject, syncSubject } from '../../../domain/live/topic.ts'
import { maxLifeMs, mintUserJwt } from '../../../edge/live/user-jwt.ts'
import { makeTicket } from '../../../edge/live/ticket.ts'
import { type Find, findMarkers, type MarkedRegion, markerMaker } from './markers.ts'

/** Marker that was heard on a bus, and where. */
export interface HeardMarker extends Find {
  subject: string
}

/** All that went over the buses of a region since they were listened to. */
export interface Heard {
  buses: number
  messages: number
  /** Markers of this region and of others, each once for each subject. */
  markers: HeardMarker[]
  /** Strays that were sent at the end to try the ears, and how many of them were heard. */
  strays: { sent: number; heard: number }
}

export interface Ears {
  /** Begin to hear all that goes over the bus of a company; `hasDevices` if devices on it answer commands. */
  listenTo(company: string, hasDevices?: boolean): Promise<void>
  /** Try the ears by strays, hear what is under way, and say all that was heard before. */
  close(): Promise<Heard>
}

/**
 * Listen on every subject of buses of a region, with tokens that the service gives to nobody: they are minted with the region's
 * secret. A connection that ends, as a token does after ten minutes, comes back with a new one.
 */
export function openEars(address: string, secret: string, region: MarkedRegion): Ears {
  const buses = new Map<string, NatsConnection>()
  const heard = new Map<string, HeardMarker>()
  let messages = 0
  const hear = ({ subject, data, headers: head }: Pick<Msg, 'subject' | 'data' | 'headers'>) => {
    messages += 1
    const values = [...(head ?? [])].flatMap(([name, all]) => [name, ...all])
    const words = [subject, ...values].join('\n')
    const bytes = Buffer.concat([Buffer.from(`${words}\n`), withoutOwnSerial(data)])
    for (const find of findMarkers(bytes)) {
      heard.set(`${find.marker} ${subject}`, { ...find, subject })
    }
  }
  return {
    listenTo: async (company, hasDevices = false) => {
      const bus = await openBus(address, secret, company)
      const listen = (message: Msg) => {
        hear(message)
        // Answer each command: because somebody listens, the service would wait 5 s for a device's answer.
        if (!hasDevices) message.respond()
      }
      bus.subscribe('>', { callback: (error, message) => error ?? listen(message) })
      await bus.flush()
      buses.set(company, bus)
    },
    close: async () => {
      for (const bus of buses.values()) await bus.flush()
      const before = { buses: buses.size, messages, markers: [...heard.values()] }
      const strays = await sendStrays(buses, otherThan(region))
      for (const bus of buses.values()) await bus.close()
      return {
        ...before,
        strays: {
          sent: strays.length,
          heard: strays.filter((stray) => [...heard.keys()].some((one) => one.startsWith(stray)))
            .length,
        },
      }
    },
  }
}

/** Return a message without the serial number that a device tells of itself in each status (spec section 7). */
function withoutOwnSerial(data: Uint8Array): Uint8Array {
  try {
    const event = JSON.parse(Buffer.from(data).toString()) as { payload?: { status?: unknown } }
    if (typeof event.payload?.status !== 'string') return data
    const { status: _serial, ...payload } = event.payload
    return Buffer.from(JSON.stringify({ ...event, payload }))
  } catch {
    return data
  }
}

async function openBus(address: string, secret: string, company: string): Promise<NatsConnection> {
  const user = nkeys.createUser()
  const publicKey = user.getPublicKey()
  const expiresAt = () => Date.now() + maxLifeMs - 60_000
  const everything = { name: 'user:residency', pub: ['>'], sub: ['>'] }
  const mint = () =>
    mintUserJwt({
      secret,
      company,
      userPublicKey: publicKey,
      ...everything,
      expiresAt: expiresAt(),
    })
  const url = `${address.replace(/^http/, 'ws')}/v3/live/${company}`
  return connect({
    servers: url,
    wsFactory: async () => {
      const ticket = makeTicket(secret, company, { publicKey, device: false }, expiresAt())
      return { socket: new WebSocket(url, ['nats', ticket]), encrypted: false }
    },
    authenticator: jwtAuthenticator(mint, user.getSeed()),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 20,
  } as ConnectionOptions)
}

/** Send markers of another region over each bus, in a subject, in a header, and in messages of two kinds. */
async function sendStrays(
  buses: ReadonlyMap<string, NatsConnection>,
  region: MarkedRegion,
): Promise<string[]> {
  const make = markerMaker(region)
  const sent: string[] = []
  for (const [company, bus] of buses) {
    const [subject, header, text, packed] = [make(), make(), make(), make()]
    const head = headers()
    head.set('Note', header)
    bus.publish(commandSubject(company, subject), 'x')
    bus.publish(syncSubject(company), 'x', { headers: head })
    bus.publish(syncSubject(company), text)
    bus.publish(syncSubject(company), Buffer.from(packed).toString('base64'))
    await bus.flush()
    sent.push(subject, header, text, packed)
  }
  return sent
}

function otherThan(region: MarkedRegion): MarkedRegion {
  return region === 'eu' ? 'na' : 'eu'
}
