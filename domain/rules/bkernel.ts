import type { Bkernel } from '../entities/bkernel.ts'
import type { Device } from '../entities/device.ts'
import { isReached } from './rollout.ts'
import { compareVersions } from './version.ts'

interface Reader {
  company: string
  /** The device that wants an update; null where versions are only listed. */
  device: Pick<Device, 'uuid' | 'model' | 'bkernel_version' | 'swarms'> | null
  /** Links versions to companies: sees them all. */
  manages: boolean
  /** Day in UTC. */
  today: string
}

/**
 * Return true when a version is offered to this reader. Linked versions are offered to linked companies and devices only;
 * a device is offered newer versions of its model that are released and still supported (decisions D30), once their rollout
 * has come to it (decision 67).
 */
export function isOffered(version: Bkernel, { company, device, manages, today }: Reader): boolean {
  const { company_uuids, device_uuids } = version
  const isFree = company_uuids.length + device_uuids.length === 0
  const isOwn =
    company_uuids.includes(company) || (device !== null && device_uuids.includes(device.uuid))
  if (!isFree && !isOwn && (device !== null || !manages)) return false
  if (!device) return true
  return (
    isReached(version, { ...device, company }) &&
    version.models.includes(device.model) &&
    compareVersions(version.version, device.bkernel_version) > 0 &&
    version.released_at <= today &&
    (version.unsupported_from === null || version.unsupported_from > today)
  )
}

/** Return the whole days from one day to another; negative if the other is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
