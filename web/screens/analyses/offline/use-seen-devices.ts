import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { AnalysisStatus } from '../../../../domain/entities/analysis.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { followDevices } from '../../../lan/follow.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import { keepLocalDevice, readLocalDevice } from '../../../local/local-devices.ts'
import { records } from '../../../state/records.ts'

/**
 * Follow devices in the local network, by hostname, as long as the page is open; until they answer, show their last
 * state.
 * @param known status of an analysis as far as this machine knows it.
 */
export function useSeenDevices(
  devices: readonly Pick<Device, 'hostname' | 'uuid'>[],
  known: (uuid: string) => AnalysisStatus | null,
): { seen: ReadonlyMap<string, SeenDevice>; ask: () => void } {
  useSignals()
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenDevice>>(new Map())
  const ask = useRef(() => {})
  const current = useRef(known)
  useEffect(() => {
    current.current = known
  }, [known])
  const key = JSON.stringify(devices.map(({ hostname, uuid }) => [hostname, uuid]))
  const store = records.value?.store
  useEffect(() => {
    if (!store) return undefined
    let stopped = false
    for (const [hostname, uuid] of JSON.parse(key) as [string, string][]) {
      void readLocalDevice(store, uuid).then((kept) => {
        // Ask for the name again: a device may have another one by now.
        if (!kept || kept.hostname !== hostname || stopped) return
        setSeen((before) => {
          const now = before.get(hostname)
          return new Map(before).set(hostname, now ? withKept(now, kept) : kept)
        })
      }, ignore)
    }
    return () => {
      stopped = true
    }
  }, [key, store])
  useEffect(() => {
    const byName = new Map(JSON.parse(key) as [string, string][])
    const following = followDevices([...byName.keys()], {
      known: (uuid) => current.current(uuid),
      onChange: (device) => {
        const { hostname, fault } = device
        setSeen((before) => new Map(before).set(hostname, withKept(device, before.get(hostname))))
        const uuid = byName.get(hostname)
        const { value: local } = records
        if (local && uuid && !fault) void keepLocalDevice(local.store, uuid, device).catch(ignore)
      },
      options: (hostname) => {
        const device = byName.get(hostname)
        return device ? { device } : {}
      },
    })
    ask.current = () => void following.ask()
    return () => following.stop()
  }, [key])
  return { seen, ask: () => ask.current() }
}

/** Show the stored state of a device until it answers on this page. */
function withKept(seen: SeenDevice, kept: SeenDevice | undefined): SeenDevice {
  return seen.heardAt === null && kept ? { ...kept, fault: seen.fault } : seen
}

/** Ignore a failure: it affects only the shown state of a device that is away. */
function ignore(): void {}
