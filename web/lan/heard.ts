import type { Device } from '../../domain/entities/device.ts'
import { markSeenLocally } from '../../domain/lan/merge-seen.ts'
import { formatDuration } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import type { SeenDevice } from '../local/seen-device.ts'
import { now } from '../state/clock.ts'

/** Return the seconds since a device last answered in the local network; null while it has not. */
export function secondsSinceHeard(seen: SeenDevice | undefined): number | null {
  return seen?.heardAt == null ? null : Math.max(0, now.value - seen.heardAt) / 1000
}

/** Return a text with the time since its last answer. */
export function heardText(seen: SeenDevice | undefined): string {
  const age = secondsSinceHeard(seen)
  if (age !== null) return t('offline.heard', { age: formatDuration(age) })
  return t(seen?.fault ? 'offline.never' : 'offline.asking')
}

/** A device older than this is not taken to be there: three questions went unanswered. */
const silentMs = 16_000

/** Return the device's record with its own state in the local network; silent ones are offline. */
export function deviceAsSeen(device: Device, seen: SeenDevice | undefined, at: number): Device {
  const heard = seen?.status && seen.heardAt !== null && at - seen.heardAt < silentMs
  if (!heard || !seen.status) return { ...markSeenLocally(device, false), connected: '0' }
  const { busy, status, bkernel_version, run } = seen.status
  const ongoing = run && run.state !== 'finished' && run.state !== 'aborted'
  return {
    ...markSeenLocally(device, true),
    busy,
    status,
    bkernel_version,
    analysis_uuid: ongoing ? run.analysis_uuid : null,
  }
}
