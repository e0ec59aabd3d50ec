import { Link } from 'wouter'
import { alarmCalls } from '../../domain/calls/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../domain/entities/alarm.ts'
import { swarm as swarmEntity } from '../../domain/entities/swarm.ts'
import { isOpenAlarm } from '../../domain/rules/alarm.ts'
import { sayWhere } from '../entities/alarm/alarm-columns.tsx'
import { isQueued } from '../entities/alarm/AlarmBadge.tsx'
import { nameAlarm, saySince, titleOf } from '../entities/alarm/say-alarm.ts'
import { formatNumber } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { paths } from '../paths.ts'
import { whyNotAway } from '../record/rights.ts'
import { acknowledgeAlarm } from '../state/alarm-marks.ts'
import { showErrors } from '../state/show-errors.ts'
import { showToast } from '../state/toasts.ts'
import { useRecords } from '../state/use-records.ts'
import { useSending } from '../state/use-sending.ts'
import { useRaisedAlarms } from './AlarmArrival.tsx'
import styles from './MessageTray.module.css'

/** Most alarms of a swarm that the tray shows; the list has all of them. */
const shownOfSwarm = 4

const none: never[] = []

/** Show the alarms that nobody has acknowledged, by swarm, with the button that does. */
export function AlarmTray() {
  const raised = useRaisedAlarms()
  const swarms = useRecords(swarmEntity) ?? none
  const open = (useRecords(alarmEntity) ?? none).filter(isOpenAlarm)
  const queued = open.filter(({ uuid }) => isQueued(uuid)).length
  const acknowledged = open.filter(({ status }) => status === 'acknowledged').length
  const groups = Map.groupBy(raised, (one) => sayWhere(one, swarms))
  return (
    <section className={styles.part} aria-label={t('nav.alarms')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('nav.alarms')}</h2>
        <Link href={paths.alarms()} data-closes>
          {t('alarms.all')}
        </Link>
      </div>
      {queued > 0 && (
        <p className={styles.quiet}>
          {t('alarms.queued')}: {formatNumber(queued)}
        </p>
      )}
      {acknowledged > 0 && (
        <p className={styles.quiet}>
          {t('alarms.state.acknowledged')}: {formatNumber(acknowledged)}
        </p>
      )}
      {open.length === 0 && <p className={styles.quiet}>{t('alarms.none')}</p>}
      {[...groups].map(([where, alarms]) => (
        <div key={where}>
          <h3 className={styles.day}>{where}</h3>
          <ul className={styles.list}>
            {alarms.slice(0, shownOfSwarm).map((alarm) => (
              <li key={alarm.uuid} className={styles.alarm}>
                <span>
                  <Link href={paths.alarm(alarm.uuid)} data-closes>
                    <bdi>{titleOf(alarm)}</bdi>
                  </Link>
                  <span className={styles.quiet}>
                    {saySince(alarm)}
                    {alarm.count > 1 && ` · ${t('alarms.times', { count: alarm.count })}`}
                  </span>
                </span>
                <Acknowledge alarm={alarm} />
              </li>
            ))}
          </ul>
          {alarms.length > shownOfSwarm && (
            <p className={styles.quiet}>
              {t('alarms.more', { count: alarms.length - shownOfSwarm })}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

/** Acknowledge an alarm without a note at one press; the page of alarms takes a note too. */
function Acknowledge({ alarm }: { alarm: Alarm }) {
  const { busy, send } = useSending([])
  const title = nameAlarm(alarm)
  const press = async () => {
    try {
      await send(true, async (opId) => {
        const came = await acknowledgeAlarm(alarm, '', opId)
        const done = came === 'sent' ? 'alarms.done.acknowledge' : 'alarms.done.kept'
        showToast('done', t(done, { title }))
      })
    } catch (error) {
      showErrors(error)
    }
  }
  return (
    <Button
      kind="plain"
      icon="check"
      busy={busy}
      disabledReason={whyNotAway(alarmCalls.acknowledge)}
      aria-label={`${t('alarms.act.acknowledge')}: ${titleOf(alarm)}`}
      onClick={() => void press()}
    >
      {t('alarms.act.acknowledge')}
    </Button>
  )
}
