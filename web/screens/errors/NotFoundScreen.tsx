import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'

/** Show the page for any unknown address. */
export function NotFoundScreen() {
  return (
    <Page title={t('error404.title')}>
      <EmptyState
        icon="search"
        title={t('error404.title')}
        action={<Link href={paths.home()}>{t('error.home')}</Link>}
      >
        {t('error404.text')}
      </EmptyState>
    </Page>
  )
}
