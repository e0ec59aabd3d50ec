import { analysisActions } from '../../../domain/actions/analysis.ts'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { type TabEntry, Tabs } from '../../parts/tabs/Tabs.tsx'
import { account, may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { CertificateList } from './CertificateList.tsx'
import styles from './CertificateList.module.css'
import { QueueTab } from './queue/QueueTab.tsx'
import {
  chooseTab,
  type ChosenStatus,
  noFilters,
  readChosen,
  refuseReviewer,
} from './review-rules.ts'
import type { Certificates } from './use-certificates.ts'

/** Show both tasks of a reviewer: analyses to sign, and certificates of signed ones to issue. */
export function ReviewerScreen() {
  const { search, change } = useAddress()
  const who = account.value
  if (!who) return null
  const tabs: TabEntry[] = [
    ...(may(analysisEntity.permission)
      ? [{ id: 'queue', label: t('queue.title'), content: <QueueTab who={who} /> }]
      : []),
    { id: 'certificates', label: t('review.certificates'), content: <CertificatesTab /> },
  ]
  return (
    <Page title={t('review.title')}>
      <Tabs
        label={t('review.title')}
        tabs={tabs}
        selected={chooseTab(search, may(analysisActions.validate.needs))}
        // Drop the filters of one list when changing to the other.
        onSelect={(tab) => change({ ...noFilters(search), tab })}
      />
    </Page>
  )
}

/** List the certificates that wait for a decision and the decided ones, with one of them beside the list. */
function CertificatesTab() {
  const { search, change } = useAddress()
  const who = account.value
  const refused = who && refuseReviewer(who)
  const choose = (status: ChosenStatus) =>
    change({ status: status === 'Waiting' ? null : status, certificate: null, page: null })
  return (
    <div className={styles.certificates}>
      {refused && <Notice kind="info">{t(`review.why.${refused}`)}</Notice>}
      <CertificateList
        label={t('review.certificates')}
        chosen={readChosen(search.get('status'))}
        onChoose={choose}
        empty={(shown) => <NoCertificates shown={shown} onAll={() => choose('all')} />}
      />
    </div>
  )
}

/** Show the empty state of the chosen status. */
function NoCertificates({ shown, onAll }: { shown: Certificates; onAll: () => void }) {
  const any = shown.counts.some(({ count }) => count > 0)
  if (!any) {
    return (
      <EmptyState icon={areaIcons.reviewer} title={t('review.empty.title')}>
        {t('review.empty.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={areaIcons.reviewer}
      title={t(shown.chosen === 'Waiting' ? 'review.empty.done' : 'review.empty.status')}
      action={<Button onClick={onAll}>{t('review.showAll')}</Button>}
    />
  )
}
