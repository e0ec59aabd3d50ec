import { curveOf, type Readings } from '../curves/readings.ts'
import type { ImportedWell } from './imported-run.ts'
import type { NoticeList } from './notices.ts'

/**
 * Takes the channel from targets whose curve turned out to hold nothing, and says which wells are left
 * without any curve. To be called once the readings are assembled.
 */
export function settleChannels(
  wells: readonly ImportedWell[],
  phases: readonly (Readings | null)[],
  notices: NoticeList,
): void {
  for (const { well, name, targets } of wells) {
    for (const target of targets) {
      const { channel } = target
      if (channel !== null && !phases.some((readings) => hasCurve(readings, channel, well))) {
        target.channel = null
      }
    }
    if (targets.every(({ channel }) => channel === null)) {
      notices.add('info', 'well_without_curve', { well: name })
    }
  }
}

function hasCurve(readings: Readings | null, channel: string, well: number): boolean {
  const index = readings?.channels.indexOf(channel) ?? -1
  return readings !== null && index >= 0 && curveOf(readings, index, well).some(Number.isFinite)
}
