import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from '../notice/Notice.tsx'
import { Progress } from '../progress/Progress.tsx'
import { Page } from './Page.tsx'

/** Show the page of something that is fetched and not there yet, or why it could not be fetched. */
export function FetchingPage(props: {
  title: string
  failure: readonly string[]
  again: () => void
}) {
  const { title, failure, again } = props
  return (
    <Page title={title}>
      {failure.length === 0 && <Progress label={t('parts.loading')} />}
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
    </Page>
  )
}
