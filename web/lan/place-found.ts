import type { FoundDevice } from '../../domain/desktop-bridge.ts'
import type { Device } from '../../domain/entities/device.ts'

type Named = Pick<Device, 'uuid' | 'hostname'>

/**
 * Put what was found in the local network beside what the records say (MODE-009): a device is met under the name that it
 * bears now, and one that no record tells of is there as well.
 */
export function placeFound<Known extends Named>(
  known: readonly Known[],
  found: readonly FoundDevice[],
): { known: Known[]; others: FoundDevice[] } {
  const byUuid = new Map(found.map((device) => [device.uuid, device]))
  const uuids = new Set(known.map(({ uuid }) => uuid))
  return {
    known: known.map((device) => {
      const hostname = byUuid.get(device.uuid)?.hostname
      return hostname === undefined || isSame(hostname, device.hostname)
        ? device
        : { ...device, hostname }
    }),
    others: found.filter(({ uuid }) => !uuids.has(uuid)),
  }
}

/** Compare names of the network, which know no case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
