import { signal } from '@preact/signals-react'
import type { Device } from '../../domain/entities/device.ts'
import { foundDevices } from '../host/host.ts'
import { placeFound } from './place-found.ts'

/** Hostnames that devices were given in the local network on this page: their records follow when the service is back. */
const given = signal<ReadonlyMap<string, string>>(new Map())

/** Note the hostname that a device has taken. */
export function noteHostname(uuid: string, hostname: string): void {
  given.value = new Map(given.peek()).set(uuid, hostname)
}

/** Return the name by which a device is called in the local network now: one given here, one found, else its record's. */
export function localName(device: Pick<Device, 'uuid' | 'hostname'>): string {
  const named = given.value.get(device.uuid)
  if (named !== undefined) return named
  return placeFound([device], foundDevices.value).known[0]?.hostname ?? device.hostname
}
