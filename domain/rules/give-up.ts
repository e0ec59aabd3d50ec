import { giveUpSilenceMs } from '../catalog/limits.ts'
import type { Device } from '../entities/device.ts'
import { isConnected } from './device.ts'

/**
 * Why the run on this device cannot be given up yet, or null. While the device is there, ABORT ends its run; and a
 * device that was heard a moment ago is likely to be back.
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
