import { giveUpSilenceMs } from '../catalog/limits.ts'
import type { Device } from '../entities/device.ts'
import { isConnected } from './device.ts'

/**
 * Return the reason that the run on this device cannot be given up yet, or null. While the device is connected, ABORT ends
 * its run; and a device that sent a message a moment ago is likely to return.
 * @param device null where the company has it no more
 */
export function refuseGiveUp(
  device: Pick<Device, 'connected'> | null,
  heardAt: string | null,
  now: number,
): 'device_there' | 'device_heard' | null {
  if (device && isConnected(device)) return 'device_there'
  if (heardAt !== null && now - Date.parse(heardAt) < giveUpSilenceMs) return 'device_heard'
  return null
}
