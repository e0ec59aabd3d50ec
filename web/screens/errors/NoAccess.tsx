import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { paths } from '../../paths.ts'

/** Show that there is no access, without the reasons: they are unknown, or not loaded yet. */
export function NoAccess() {
  return (
    <EmptyState
      icon="lock"
      title={t('error401.text')}
      action={<Link href={paths.home()}>{t('error.home')}</Link>}
    >
      {t('error401.next')}
    </EmptyState>
  )
}
