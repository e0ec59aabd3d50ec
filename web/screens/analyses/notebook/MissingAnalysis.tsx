import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Page } from '../../../parts/page/Page.tsx'

/** An address of an analysis that is not there, or not to be seen: both look the same. */
export function MissingAnalysis() {
  return (
    <Page title={t('analysis.title')}>
      <EmptyState title={t('analysis.missing')} icon="curve">
        {t('analysis.missing.hint')}
      </EmptyState>
    </Page>
  )
}
