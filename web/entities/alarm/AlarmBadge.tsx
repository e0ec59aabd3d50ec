import type { Alarm } from '../../../domain/entities/alarm.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'
import { alarmMarks } from '../../state/alarm-marks.ts'

const looks = {
  raised: { shape: 'triangle', tone: 'danger' },
  acknowledged: { shape: 'half', tone: 'warning' },
  cleared: { shape: 'disc', tone: 'neutral' },
} as const satisfies Record<Alarm['status'], { shape: BadgeShape; tone: BadgeTone }>

/** State of an alarm: a shape and a word. */
export function AlarmBadge({ status }: Pick<Alarm, 'status'>) {
  return <Badge {...looks[status]}>{t(`alarms.state.${status}`)}</Badge>
}

/** Say that an acknowledgement of the alarm waits on this machine. */
export function QueuedBadge({ uuid }: Pick<Alarm, 'uuid'>) {
  if (!isQueued(uuid)) return null
  return (
    <Badge shape="ring" tone="info">
      {t('alarms.queued')}
    </Badge>
  )
}

/** Return true while an acknowledgement of the alarm waits for the service. */
export function isQueued(uuid: string): boolean {
  return alarmMarks.value.some(({ alarm }) => alarm === uuid)
}
