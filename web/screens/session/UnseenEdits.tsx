import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import { journal } from '../../state/outbox.ts'

/**
 * Warn beside each sign-out: unread notices of edits that met others' are deleted from this machine, and stay in the
 * audit trail.
 */
export function UnseenEdits({ className }: { className?: string | undefined }) {
  const count = journal.value.length
  if (count === 0) return null
  return (
    <p className={className}>
      {t('top.unseen', { count })} <Link href={paths.sync()}>{t('sync.title')}</Link>
    </p>
  )
}
