import { Link } from 'wouter'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../../parts/icon/area-icons.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'

/** Show that an analysis does not exist, or may not be seen: both look the same. */
export function MissingAnalysis({ title = t('analysis.title') }: { title?: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title={t('analysis.missing')}
        icon={areaIcons.analyses}
        action={<Link href={paths.analyses()}>{t('analysis.toList')}</Link>}
      >
        {t('analysis.missing.hint')}
      </EmptyState>
    </Page>
  )
}
