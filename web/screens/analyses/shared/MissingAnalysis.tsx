import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../../parts/icon/area-icons.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { isUnasked } from '../../../state/fetch-missing.ts'

/**
 * Show that an analysis does not exist, or may not be seen: both look the same. One that is not on this machine, and that the service
 * could not be asked for, is not said to be gone.
 */
export function MissingAnalysis({ title = t('analysis.title') }: { title?: string }) {
  useSignals()
  const isElsewhere = isUnasked.value
  return (
    <Page title={title}>
      <EmptyState
        title={t(isElsewhere ? 'analysis.notHere' : 'analysis.missing')}
        icon={areaIcons.analyses}
        action={<Link href={paths.analyses()}>{t('analysis.toList')}</Link>}
      >
        {t(isElsewhere ? 'analysis.notHere.hint' : 'analysis.missing.hint')}
      </EmptyState>
    </Page>
  )
}
