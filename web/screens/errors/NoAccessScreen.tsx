import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'

/** The page `/401`: the account lacks the permission of the address. */
export function NoAccessScreen() {
  return (
    <Page title={t('error401.title')}>
      <EmptyState
        icon="lock"
        title={t('error401.text')}
        action={<Link href={paths.home()}>{t('error.home')}</Link>}
      >
        {t('error401.next')}
      </EmptyState>
    </Page>
  )
}
