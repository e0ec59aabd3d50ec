import type { Alarm } from '../../../domain/entities/alarm.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'

/** Name what an alarm is about: the record, with its lot or the version of its software. */
export function nameAlarm({ name, lot, version }: Pick<Alarm, 'name' | 'lot' | 'version'>): string {
  return [name, lot ?? version].filter(Boolean).join(' · ')
}

/** Say an alarm in one line: its cause, and what it is about. */
export function titleOf(alarm: Alarm): string {
  return `${t(`alarms.cause.${alarm.cause}`)}: ${nameAlarm(alarm)}`
}

/** Say since when the cause is there; of a lot its last day. */
export function saySince({ cause, since }: Pick<Alarm, 'cause' | 'since'>): string {
  const isMoment = cause === 'device_silent' || cause === 'certificate_waiting'
  // Write the day of a label as a day: it is no moment, and the same in every time zone.
  const at = isMoment ? localTime(since) : localTime(since.slice(0, 10), 'date')
  return t(`alarms.since.${cause}`, { at })
}

/** Say who deals with an alarm, or what ended it; null while nobody does. */
export function sayWho({ acknowledged, cleared }: Alarm): string | null {
  if (cleared) {
    const { how, user_name: name, at } = cleared
    return t(`alarms.cleared.${how}`, { name, at: localTime(at) })
  }
  if (!acknowledged) return null
  return t('alarms.by', { name: acknowledged.user_name, at: localTime(acknowledged.at) })
}
