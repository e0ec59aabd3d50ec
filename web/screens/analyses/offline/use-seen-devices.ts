import { useEffect, useRef, useState } from 'react'
import type { AnalysisStatus } from '../../../../domain/entities/analysis.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { followDevices, type SeenDevice } from '../../../lan/follow.ts'

/**
 * Devices in the local network as they answer, by hostname, as long as the page is open.
 * @param known status of an analysis as far as this machine knows it.
 */
export function useSeenDevices(
  devices: readonly Pick<Device, 'hostname' | 'uuid'>[],
  known: (uuid: string) => AnalysisStatus | null,
): { seen: ReadonlyMap<string, SeenDevice>; ask: () => void } {
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenDevice>>(new Map())
  const ask = useRef(() => {})
  const current = useRef(known)
  useEffect(() => {
    current.current = known
  }, [known])
  const key = JSON.stringify(devices.map(({ hostname, uuid }) => [hostname, uuid]))
  useEffect(() => {
    const byName = new Map(JSON.parse(key) as [string, string][])
    const following = followDevices([...byName.keys()], {
      known: (uuid) => current.current(uuid),
      onChange: (device) => setSeen((before) => new Map(before).set(device.hostname, device)),
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
