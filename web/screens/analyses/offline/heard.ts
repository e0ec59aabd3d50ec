import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import { now } from '../../../state/clock.ts'

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
