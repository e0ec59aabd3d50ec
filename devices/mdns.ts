import type { DeviceFacts } from './facts.ts'

/**
 * Advertising in the local network (RFC 6762, RFC 6763): `{hostname}.local`, service `_bapp-device._tcp`. This file is the
 * port; the simulator runs without a package that speaks it, and then says so in its log.
 */
export interface Advertiser {
  stop(): void
}

export type Advertise = (
  facts: Pick<DeviceFacts, 'uuid' | 'hostname' | 'type'>,
  port: number,
  report: (text: string) => void,
) => Advertiser

/** What a finder is told beside name and port. Nothing that the greeting does not say as well. */
export const serviceType = '_bapp-device._tcp'

export function txtRecord(facts: Pick<DeviceFacts, 'uuid' | 'type'>): Record<string, string> {
  return { uuid: facts.uuid, type: facts.type, api: '1' }
}

/** Advertises nothing. */
export const advertise: Advertise = (facts, port, report) => {
  report(`not advertised: ${facts.hostname}.local is to be mapped to this machine, port ${port}`)
  return { stop: () => {} }
}
