import { Link } from 'wouter'
import { visiting } from '../client/visiting.ts'
import { formatDuration } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { paths } from '../paths.ts'
import { now } from '../state/clock.ts'
import { connection } from '../state/connection.ts'
import { pulledAt } from '../state/records.ts'
import styles from './TopBar.module.css'

const hints = {
  online: 'top.onlineHint',
  connecting: 'top.onlineHint',
  offline: 'top.offlineHint',
  paused: 'top.pausedHint',
  failing: 'top.failingHint',
  lost: 'top.lostHint',
} as const

/** Show whether the screen is live, and its age otherwise. Links to the sync centre for details. */
export function ConnectionState() {
  const { value: state } = connection
  const isLive = state === 'online' || state === 'connecting'
  // Show a visit as online: it opens no bus, and pages ask every half minute.
  const shown = visiting && state === 'connecting' ? 'online' : state
  return (
    <Link
      href={paths.sync()}
      className={styles.connection}
      data-state={shown}
      title={t(visiting && isLive ? 'visit.pulls' : hints[state])}
    >
      <span role="status" className={styles.state}>
        <Icon name={isLive ? 'online' : 'offline'} />
        <span className={isLive ? styles.roomy : undefined}>{t(`top.${shown}`)}</span>
      </span>
      {!isLive && <PictureAge />}
    </Link>
  )
}

/** Show the age outside the status, which is read aloud at each change. */
function PictureAge() {
  const pulled = pulledAt.value
  const age = pulled === null ? null : Math.max(0, now.value - pulled) / 1000
  return (
    <span className={styles.age} aria-live="off">
      {age === null ? t('top.never') : t('top.asOf', { age: formatDuration(age) })}
    </span>
  )
}
