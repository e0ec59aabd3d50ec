import { statfsSync } from 'node:fs'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import type { DeviceStatus } from '../domain/live/event.ts'

/** How full and how busy the machine is that the device runs on, in percent. */
export function readHealth(folder: string): DeviceStatus['health'] {
  const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10
  const used = (path: string) => {
    const disk = statfsSync(path)
    return percent(1 - disk.bavail / disk.blocks)
  }
  return {
    system_disk: used('/'),
    data_disk: used(folder),
    memory: percent(1 - freemem() / totalmem()),
    cpu: percent((loadavg()[0] ?? 0) / availableParallelism()),
  }
}
