import { computed, type ReadonlySignal } from '@preact/signals-react'
import { localDay, openZone } from '../../domain/calendar.ts'
import { formatDateTime } from '../i18n/format.ts'
import { minute } from './clock.ts'
import { account } from './session.ts'

/** Return the account's time zone (an IANA name), else the browser's own. */
export function localZone(): string {
  return account.value?.preferences.timezone || ownZone()
}

let ownZoneName: string | null = null

/** Return the browser's time zone. It is asked once: each cell of a list with a date needs it, and asking takes long. */
function ownZone(): string {
  ownZoneName ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return ownZoneName
}

/** The account's own date (domain/calendar.ts): for pages that stay open over midnight. */
export const today: ReadonlySignal<number> = computed(() =>
  localDay(minute.value, openZone(localZone())),
)

/** Format a moment of a record in the account's time zone. */
export function localTime(
  moment: string | number | null | undefined,
  style?: 'date' | 'time' | 'minute' | 'second',
): string {
  return formatDateTime(moment, localZone(), style)
}
