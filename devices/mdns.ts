import { Bonjour } from 'bonjour-service'
import type { DeviceFacts } from './facts.ts'

/** Advertising in the local network (RFC 6762, RFC 6763): `{hostname}.local`, service `_bapp-device._tcp`. */
interface Advertiser {
  /** Say goodbye, so that nobody looks for it until its entries grow old. */
  stop(): Promise<void>
}

/** Return the TXT record beside name and port. It contains nothing that the greeting does not contain as well. */
function txtRecord(facts: Pick<DeviceFacts, 'uuid' | 'type'>): Record<string, string> {
  return { uuid: facts.uuid, type: facts.type, api: '1' }
}

/** Advertise the device. Without a network that carries multicast nothing is found by name; the device says so in its log and works on. */
export function advertise(
  facts: Pick<DeviceFacts, 'uuid' | 'hostname' | 'type'>,
  port: number,
  report: (text: string) => void,
): Advertiser {
  const fail = (error: Error) => report(`not advertised: ${error.message}`)
  const bonjour = new Bonjour({}, fail)
  const service = bonjour.publish({
    name: facts.hostname,
    type: 'bapp-device',
    host: `${facts.hostname}.local`,
    port,
    txt: txtRecord(facts),
  })
  service.on('error', fail)
  service.on('up', () => report(`advertised as ${facts.hostname}.local, port ${port}`))
  return {
    stop: () =>
      new Promise((resolve) => bonjour.unpublishAll(() => bonjour.destroy(() => resolve()))),
  }
}
