import { useState } from 'react'
import { localDay, momentAt, openZone } from '../../../domain/calendar.ts'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { minute } from '../../state/clock.ts'
import { localTime, localZone, today } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Notifications.module.css'

/** Choose the day and time at which a notification is sent, in the time zone of the sender. */
export function PlanDialog(props: {
  record: Notification
  onPlanned: (planned: Notification) => void
  onClose: () => void
}) {
  const { record } = props
  const { uuid: id, title, updated_at: base } = record
  // Begin with the time that is set, from which another one is chosen.
  const planned = record.planned && fieldsOf(record.planned.at)
  const [day, setDay] = useState<number | null>(() => planned?.day ?? today.peek())
  const [time, setTime] = useState(planned?.time ?? '')
  const sending = useSending(['at'])
  const moment = momentOf(day, time)
  const isWrong = moment === null || moment <= minute.value
  const submit = async () => {
    const done = await sending.send(
      !isWrong,
      async (opId) => {
        const at = new Date(moment ?? 0).toISOString()
        const parts = { params: { id }, body: { at, base } }
        const planned = await call(notificationCalls.plan, parts, { opId })
        showToast('done', t('messages.done.plan', { at: localTime(planned.planned?.at) }))
        props.onPlanned(planned)
      },
      [id, moment, base],
    )
    if (done) props.onClose()
  }
  return (
    <FormDialog
      title={t('messages.plan.title', { title })}
      submit={t('messages.act.plan')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('messages.plan.text')}</p>
      <div className={styles.lists}>
        <DateField
          label={t('messages.plan.day')}
          value={day}
          required
          onChange={(next) => {
            setDay(next)
            sending.forget('at')
          }}
        />
        <Field
          type="time"
          label={t('messages.plan.time')}
          hint={t('messages.plan.zone', { zone: localZone() })}
          value={time}
          required
          error={
            sending.refused['at'] ?? (sending.tried && isWrong ? t('messages.plan.past') : null)
          }
          onChange={(next) => {
            setTime(next)
            sending.forget('at')
          }}
        />
      </div>
    </FormDialog>
  )
}

/** Return the day and time of a moment in the zone of the account, as the fields take them. */
function fieldsOf(at: string): { day: number; time: string } {
  return { day: localDay(Date.parse(at), openZone(localZone())), time: localTime(at, 'time') }
}

/** Return the moment (ms) of a day and time in the zone of the account; null while one of them is missing. */
function momentOf(day: number | null, time: string): number | null {
  if (day === null || !/^\d\d:\d\d/.test(time)) return null
  return momentAt(day, time, openZone(localZone()))
}
