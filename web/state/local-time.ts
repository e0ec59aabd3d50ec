import { formatDateTime } from '../i18n/format.ts'
import { account } from './session.ts'

/** A moment of a record in the account's time zone. */
export function localTime(
  moment: string | number | null | undefined,
  style?: 'date' | 'time' | 'minute' | 'second',
): string {
  return formatDateTime(moment, account.value?.preferences.timezone || undefined, style)
}
