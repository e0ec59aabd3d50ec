import * as v from 'valibot'
import type { Device } from '../entities/device.ts'

/** Labels of spec §4 "Device states" that a single device can have. */
export type DeviceState = 'offline' | 'unavailable' | 'in_use' | 'busy' | 'waiting' | 'available'

const StatusText = v.looseObject({
  serial: v.optional(v.string()),
  srv_status: v.optional(v.number()),
})

/** Read the record's `status` text; a text that is not JSON counts as a service that does not answer. */
export function readStatus(text: string): { serial: string; srv_status: number } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { serial: '', srv_status: 2 }
  }
  const read = v.safeParse(StatusText, parsed)
  return read.success
    ? { serial: read.output.serial ?? '', srv_status: read.output.srv_status ?? 2 }
    : { serial: '', srv_status: 2 }
}

/** Return true if any bit is set; bit 0 means "seen on the local network" (STATE-025, decisions D50, D98). */
export function isConnected(device: Pick<Device, 'connected'>): boolean {
  return Number.parseInt(device.connected, 2) > 0
}

/**
 * Return the one state shown for a device (decisions D64), from connected, active, srv_status and busy, in that order:
 * not connected → offline; inactive or its service not answering → unavailable; running an analysis of ours → in use;
 * busy with something else → busy; connected and its service still starting (srv_status 1) → waiting; otherwise
 * available. srv_status of 1 or less is active (spec §3).
 */
export function deviceState(
  device: Pick<Device, 'connected' | 'active' | 'status' | 'busy' | 'analysis_uuid'>,
): DeviceState {
  if (!isConnected(device)) return 'offline'
  const { srv_status } = readStatus(device.status)
  if (device.active === 'N' || srv_status > 1) return 'unavailable'
  if (device.analysis_uuid) return 'in_use'
  if (device.busy === 'Y') return 'busy'
  return srv_status === 1 ? 'waiting' : 'available'
}
