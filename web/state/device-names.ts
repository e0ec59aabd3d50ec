import type { Analysis } from '../../domain/entities/analysis.ts'
import { type Device, device as deviceEntity } from '../../domain/entities/device.ts'
import { useRecords } from './use-records.ts'

type DeviceName = (analysis: Pick<Analysis, 'device_uuid' | 'bcube'>) => string

const none: readonly Device[] = []
const made = new WeakMap<readonly Device[], DeviceName>()

/** Return the present name of an analysis' device; its serial name where the device is not known any more. */
export function useDeviceName(): DeviceName {
  return nameBy(useRecords(deviceEntity) ?? none)
}

/**
 * Return the same names for the same list, so that a table's prepared texts stay valid when its page is opened again.
 */
function nameBy(devices: readonly Device[]): DeviceName {
  const known = made.get(devices)
  if (known) return known
  const names = new Map(devices.map(({ uuid, name }) => [uuid, name]))
  const nameOf: DeviceName = ({ device_uuid, bcube }) => names.get(device_uuid ?? '') ?? bcube ?? ''
  made.set(devices, nameOf)
  return nameOf
}
