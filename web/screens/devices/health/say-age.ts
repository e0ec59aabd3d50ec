import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { now } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'

const dayMs = 86_400_000

/** Say how old something is, and when it was: within a day by its age, later by its date. */
export function sayAge(moment: string): string {
  const ageMs = Math.max(0, now.value - Date.parse(moment))
  if (ageMs > dayMs) return localTime(moment)
  return t('device.ago', { age: formatDuration(ageMs / 1000) })
}
