import { Link } from 'wouter'
import { type Alarm, alarm as alarmEntity } from '../../../domain/entities/alarm.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import { useRecords } from '../../state/use-records.ts'
import { localTime } from '../../state/local-time.ts'
import { AlarmBadge, QueuedBadge } from './AlarmBadge.tsx'
import styles from './Alarm.module.css'
import { saySince, sayWho } from './say-alarm.ts'

/** Most alarms that the panel of a record shows; the list has all of them. */
const shown = 5

/** Show the alarms of a record in its panel, the newest first: the open ones and what became of those before. */
export function AlarmLines({ about }: { about: string }) {
  const all = useRecords(alarmEntity) ?? []
  const alarms = all
    .filter((one) => one.about.uuid === about)
    .toSorted((one, other) => (one.raised_at < other.raised_at ? 1 : -1))
  if (alarms.length === 0) return null
  return (
    <section aria-label={t('nav.alarms')}>
      <h3>{t('nav.alarms')}</h3>
      <ol className={styles.lines}>
        {alarms.slice(0, shown).map((alarm) => (
          <AlarmLine key={alarm.uuid} alarm={alarm} />
        ))}
      </ol>
      {alarms.length > shown && (
        <Link href={paths.alarms()}>{t('alarms.more', { count: alarms.length - shown })}</Link>
      )}
    </section>
  )
}

function AlarmLine({ alarm }: { alarm: Alarm }) {
  const who = sayWho(alarm)
  return (
    <li>
      <span className={styles.head}>
        <Link href={paths.alarm(alarm.uuid)}>{t(`alarms.cause.${alarm.cause}`)}</Link>
        <AlarmBadge status={alarm.status} />
        <QueuedBadge uuid={alarm.uuid} />
      </span>
      <span className={styles.quiet}>
        {localTime(alarm.raised_at)}
        {alarm.count > 1 && ` · ${t('alarms.times', { count: alarm.count })}`}
        {` · ${saySince(alarm)}`}
      </span>
      {who && <span className={styles.quiet}>{who}</span>}
    </li>
  )
}
