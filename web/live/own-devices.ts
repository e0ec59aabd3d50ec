import { device as deviceEntity } from '../../domain/entities/device.ts'
import type { Topic } from '../../domain/live/topic.ts'

/** As much of a device as decides what is heard of it. */
export interface OwnDevice {
  uuid: string
  deviceType: 'bcube' | 'bgate'
}

/** Source of the account's devices, read each time they change. */
export interface DeviceSource {
  list(kind: string): {
    get: () => readonly unknown[] | undefined
    subscribe: (listener: () => void) => () => void
  }
}

/**
 * Return the topics of a device: a gateway sends on its own, a bCUBE on two; either may report Bluetooth (spec §7,
 * decisions D48). The service reports its runs to the people who see them.
 */
export function topicsOf({ deviceType }: OwnDevice): readonly Topic[] {
  return deviceType === 'bgate'
    ? ['bgate-events', 'ble-events', 'run']
    : ['bcube-status', 'bcube-events', 'ble-events', 'run']
}

/** Group devices by topic. */
export function recipientsOf(devices: readonly OwnDevice[]): ReadonlyMap<Topic, readonly string[]> {
  const lists = new Map<Topic, string[]>()
  for (const one of devices) {
    for (const topic of topicsOf(one)) {
      const list = lists.get(topic)
      if (list) list.push(one.uuid)
      else lists.set(topic, [one.uuid])
    }
  }
  return lists
}

/**
 * Listen to what the account's own devices tell, by their list as it is on this machine; a device that comes or goes
 * is one subscription more or less. Returns how to stop.
 */
export function hearOwnDevices(
  source: DeviceSource,
  subscribe: (topic: Topic, recipients: readonly string[]) => () => void,
): () => void {
  let stops: (() => void)[] = []
  let heard: readonly OwnDevice[] = []
  const list = source.list(deviceEntity.kind)
  const follow = () => {
    const devices = (list.get() ?? []) as readonly OwnDevice[]
    // Compare the devices only: records change with each state of one, and what is listened to only when one comes or goes.
    const isSame =
      stops.length > 0 &&
      devices.length === heard.length &&
      devices.every(({ uuid, deviceType }, at) => {
        const before = heard[at]
        return before?.uuid === uuid && before.deviceType === deviceType
      })
    if (isSame) return
    heard = devices
    const before = stops
    stops = [...recipientsOf(devices)].map(([topic, uuids]) => subscribe(topic, uuids))
    for (const stop of before) stop()
  }
  follow()
  const stopFollowing = list.subscribe(follow)
  return () => {
    stopFollowing()
    for (const stop of stops) stop()
  }
}
