import type { FoundDevice, HostEventData, HostEventName } from '../domain/desktop-bridge.ts'

/** Says an event to every page that listens. */
export type Tell = <Name extends HostEventName>(name: Name, data: HostEventData<Name>) => void

/** A device as it makes itself known, and where its words came from. */
export interface HeardService extends Pick<FoundDevice, 'uuid' | 'hostname' | 'deviceType'> {
  /** Address of the machine that sent the message, not the one it claims: nobody can point us at a third. */
  address: string
  port: number
}

export interface DeviceRegistry {
  hear(service: HeardService): void
  /**
   * Somebody said goodbye in its name, as anybody in the network may: it is gone unless it speaks within `answerMs`.
   * @returns true for a device that is known: it is to be asked.
   */
  leave(hostname: string): boolean
  /** Those that were silent for too long, or since a goodbye, are gone. */
  expire(): void
  clear(): void
  list(): FoundDevice[]
  /** Null for a name that nobody was heard under. */
  find(hostname: string): HeardService | null
}

/** Devices are asked every ten seconds; words get lost on the air, not six in a row. */
export const silentMs = 60_000

/** Time in which a device answers a question of the network (ms). One whose answer gets lost is found again by the next question. */
export const answerMs = 4_000

/** Most devices that are known, and most rivals that are reported: anybody in the network can make up names without end. */
export const mostHeard = 1000

interface Entry extends HeardService {
  heardAt: number
  /** Time at which a goodbye came that it has not answered; null otherwise. */
  leftAt: number | null
}

/** Create the registry of devices in the local network, with the age of each one's last message. It reports changes. */
export function createDeviceRegistry(options: { now(): number; tell: Tell }): DeviceRegistry {
  const { now, tell } = options
  const byUuid = new Map<string, Entry>()
  /** Rivals for a name that were reported: once each. */
  const rivals = new Set<string>()
  const holderOf = (hostname: string) =>
    [...byUuid.values()].find((entry) => entry.hostname === hostname)
  const drop = ({ uuid, hostname }: Entry) => {
    byUuid.delete(uuid)
    const device = { uuid, hostname }
    tell('deviceDelete', device)
    tell('notification', { kind: 'device_away', device })
  }
  return {
    hear(service) {
      const holder = holderOf(service.hostname)
      if (holder && holder.uuid !== service.uuid) {
        // Keep the name for the first device as long as it is heard.
        const { uuid, hostname } = service
        if (!rivals.has(uuid) && rivals.size < mostHeard) {
          tell('notification', { kind: 'name_taken', device: { uuid, hostname } })
          rivals.add(uuid)
        }
        return
      }
      // Keep those that are heard; others are looked for again when some have gone.
      if (byUuid.size >= mostHeard && !byUuid.has(service.uuid)) return
      const entry = { ...service, heardAt: now(), leftAt: null }
      byUuid.set(service.uuid, entry)
      tell('deviceUpdate', describe(entry))
    },
    leave(hostname) {
      const holder = holderOf(hostname)
      if (!holder) return false
      holder.leftAt ??= now()
      return true
    },
    expire() {
      const at = now()
      const isGone = ({ heardAt, leftAt }: Entry) =>
        heardAt < at - silentMs || (leftAt !== null && leftAt <= at - answerMs)
      for (const entry of byUuid.values()) if (isGone(entry)) drop(entry)
    },
    clear() {
      byUuid.clear()
      rivals.clear()
      tell('deviceList', { devices: [] })
    },
    list: () => [...byUuid.values()].map(describe),
    find: (hostname) => holderOf(hostname) ?? null,
  }
}

function describe({ uuid, hostname, deviceType, heardAt }: Entry): FoundDevice {
  return { uuid, hostname, deviceType, seen_at: new Date(heardAt).toISOString() }
}
