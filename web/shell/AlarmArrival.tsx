import { useState } from 'react'
import { type Alarm, alarm as alarmEntity } from '../../domain/entities/alarm.ts'
import { isQueued } from '../entities/alarm/AlarmBadge.tsx'
import { titleOf } from '../entities/alarm/say-alarm.ts'
import { t } from '../i18n/intl.ts'
import { useSpoken } from '../parts/voice/use-spoken.ts'
import { messageChoices } from '../state/message-choices.ts'
import { useRecords } from '../state/use-records.ts'

const none: never[] = []

/** Return the alarms that somebody still has to acknowledge, without those that the account has switched off. */
export function useRaisedAlarms(): readonly Alarm[] {
  const all = useRecords(alarmEntity) ?? none
  const choices = messageChoices.value
  return all.filter(
    (one) => one.status === 'raised' && choices[one.cause] !== 'off' && !isQueued(one.uuid),
  )
}

/** Read out an alarm when it is raised, not those that were there before. */
export function AlarmArrival() {
  const newest = useRaisedAlarms().toSorted((a, b) => (a.raised_at < b.raised_at ? 1 : -1))[0]
  const [since] = useState(() => new Date().toISOString())
  const text =
    newest && newest.raised_at > since ? t('alarms.arrived', { title: titleOf(newest) }) : ''
  return (
    <span role="status" className="visually-hidden">
      {useSpoken(text)}
    </span>
  )
}
