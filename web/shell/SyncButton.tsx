import { Link } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { paths } from '../paths.ts'
import { waiting, waitingCount } from '../state/outbox.ts'
import styles from './TopBar.module.css'

/** How much of this machine the service does not have; nothing to see while it has everything. */
export function SyncButton() {
  const count = waitingCount.value
  if (count === 0) return null
  const stuck = waiting.value.some(({ pending }) =>
    pending.some(({ state }) => state !== 'waiting'),
  )
  const label = t('sync.button', { count })
  return (
    <Link
      href={paths.sync()}
      className={styles.sync}
      data-stuck={stuck}
      aria-label={label}
      title={label}
    >
      <Icon name={stuck ? 'warning' : 'upload'} />
      {count}
    </Link>
  )
}
