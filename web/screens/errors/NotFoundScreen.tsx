import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths, safeReturn } from '../../paths.ts'
import { sayUnfetched } from '../../state/say-unfetched.ts'
import { useAddress } from '../../use-address.ts'

/** Show the page for any unknown address, and for one that could not be opened: that is tried again from here. */
export function NotFoundScreen() {
  const { search } = useAddress()
  const from = search.get('from')
  if (from !== null) return <NotOpened address={safeReturn(from)} />
  return (
    <Page title={t('error404.title')}>
      <EmptyState
        icon="search"
        title={t('error404.text')}
        action={<Link href={paths.home()}>{t('error.home')}</Link>}
      />
    </Page>
  )
}

function NotOpened({ address }: { address: string }) {
  return (
    <Page title={t('error404.failed')}>
      <EmptyState
        icon="warning"
        title={t('error404.address', { address })}
        action={
          <>
            <Button kind="primary" icon="refresh" onClick={() => location.assign(address)}>
              {t('error404.again')}
            </Button>
            <Link href={paths.home()}>{t('error.home')}</Link>
          </>
        }
      >
        {sayUnfetched()}
      </EmptyState>
    </Page>
  )
}
