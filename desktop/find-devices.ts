import type { EventEmitter } from 'node:events'
import { type Browser, Bonjour, type Service } from 'bonjour-service'
import * as v from 'valibot'
import { FoundDevice } from '../domain/desktop-bridge.ts'
import type { HeardService } from './device-registry.ts'

/** Events of the search: devices that announce themselves or leave, and a network without multicast. */
export interface Heard {
  heard(service: HeardService): void
  left(hostname: string): void
  failed(reason: string): void
}

/** Looks for devices in the local network until it is stopped. */
export interface Finder {
  /** Ask all of them to speak up. */
  ask(): void
  stop(): Promise<void>
}
export type Find = (heard: Heard) => Finder

/** Find devices by multicast DNS (RFC 6762, RFC 6763), as they advertise themselves: service `_bapp-device._tcp`. */
export const findByMdns: Find = ({ heard, left, failed }) => {
  const bonjour = new Bonjour()
  // Listen to the errors of the socket, which the library does not pass on: one that nobody takes would end the process.
  const { mdns } = (bonjour as unknown as { server: { mdns: EventEmitter } }).server
  mdns.on('error', (error: Error) => failed(error.message))
  const hear = (service: Service) => {
    const found = readService(service)
    if (found) heard(found)
  }
  const look = () => bonjour.find({ type: 'bapp-device' }).on('up', hear)
  // Let the first one listen on, for changes and goodbyes. Ask again by another one, as this one does not say of anybody that they were heard
  // again.
  const listening = look()
  listening.on('srv-update', hear).on('txt-update', hear)
  listening.on('down', ({ host }) => left(hostnameOf(host)))
  let asking: Browser | null = null
  return {
    ask() {
      asking?.stop()
      asking = look()
    },
    stop() {
      asking?.stop()
      listening.stop()
      return new Promise((resolve) => bonjour.destroy(() => resolve()))
    },
  }
}

const Advertised = v.object({
  ...v.pick(FoundDevice, ['uuid', 'hostname', 'deviceType']).entries,
  address: v.pipe(v.string(), v.ip()),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
})

/** Read a service; null if it is no device: anybody in the network may announce anything. */
export function readService(service: Pick<Service, 'host' | 'port' | 'txt' | 'referer'>) {
  const { uuid, type: deviceType } = (service.txt ?? {}) as Record<string, unknown>
  const hostname = hostnameOf(service.host)
  const { address } = service.referer ?? {}
  const read = v.safeParse(Advertised, { uuid, hostname, deviceType, address, port: service.port })
  return read.success ? read.output : null
}

function hostnameOf(host: unknown): string {
  return String(host)
    .toLowerCase()
    .replace(/\.local\.?$/, '')
}
