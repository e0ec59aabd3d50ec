import { t } from '../../i18n/intl.ts'
import { Fetching, type FetchingProps } from '../progress/Fetching.tsx'
import { Page } from './Page.tsx'

/** Show the page of something that is fetched and not there yet, or why it could not be fetched. */
export function FetchingPage({
  title,
  ...fetching
}: Pick<FetchingProps, 'failure' | 'again'> & { title: string }) {
  return (
    <Page title={title}>
      <Fetching {...fetching} title={t('parts.fetchFailed')} />
    </Page>
  )
}
