import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import { journal } from '../../state/outbox.ts'

/** Beside each way out: edits that met others' and were not looked at yet go from this machine, and stay in the audit trail. */
export function UnseenEdits({ className }: { className?: string | undefined }) {
  const count = journal.value.length
  if (count === 0) return null
  return (
    <p className={className}>
      {t('top.unseen', { count })} <Link href={paths.sync()}>{t('sync.title')}</Link>
    </p>
  )
}
