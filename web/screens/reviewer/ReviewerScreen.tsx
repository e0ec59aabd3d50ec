import { useMemo } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { tableAddress } from '../../parts/table/table-address.ts'
import { type TabEntry, Tabs } from '../../parts/tabs/Tabs.tsx'
import { account, may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { makeCertificateColumns } from './certificate-columns.tsx'
import { CertificatePanel } from './CertificatePanel.tsx'
import { QueueTab } from './queue/QueueTab.tsx'
import {
  chooseTab,
  type ChosenStatus,
  noFilters,
  readChosen,
  refuseReviewer,
} from './review-rules.ts'
import styles from './ReviewerScreen.module.css'
import { StatusFilter } from './StatusFilter.tsx'
import { type Certificates, useCertificates } from './use-certificates.ts'

/** Both works of a reviewer: analyses to be signed, and certificates of signed ones to be issued. */
export function ReviewerScreen() {
  const { search, change } = useAddress()
  const who = account.value
  if (!who) return null
  const tabs: TabEntry[] = [
    ...(may('analysis.search')
      ? [{ id: 'queue', label: t('queue.title'), content: <QueueTab who={who} /> }]
      : []),
    { id: 'certificates', label: t('review.certificates'), content: <CertificatesTab /> },
  ]
  return (
    <Page title={t('review.title')}>
      <Tabs
        label={t('review.title')}
        tabs={tabs}
        selected={chooseTab(search, may('analysis.validate'))}
        // What narrows one list down says nothing of the other.
        onSelect={(tab) => change({ ...noFilters(search), tab })}
      />
    </Page>
  )
}

/** The certificates that wait for a reviewer's word and those that have it; one of them beside the list. */
function CertificatesTab() {
  const address = useAddress()
  const chosen = readChosen(address.search.get('status'))
  const open = address.search.get('certificate')
  const { value, failure, again } = useCertificates(chosen)
  const columns = useMemo(() => makeCertificateColumns(), [])
  const who = account.value
  const refused = who && refuseReviewer(who)
  // Rows of another status are not shown as if they were of this one.
  const shown = value?.chosen === chosen ? value : null
  const rows = shown?.rows ?? none
  const choose = (status: ChosenStatus) =>
    address.change({ status: status === 'Waiting' ? null : status, certificate: null })
  return (
    <div className={styles.certificates}>
      {refused && <Notice kind="info">{t(`review.why.${refused}`)}</Notice>}
      {failure.length > 0 && (
        <Notice kind="error" action={<Button onClick={again}>{t('review.again')}</Button>}>
          {failure.join(' ')}
        </Notice>
      )}
      <StatusFilter counts={value?.counts ?? null} chosen={chosen} onChoose={choose} />
      {shown && shown.total > rows.length && (
        <Notice kind="info">{t('review.more', { shown: rows.length, total: shown.total })}</Notice>
      )}
      <ListWithPanel
        panel={
          open && (
            <CertificatePanel
              key={open}
              uuid={open}
              onChanged={again}
              onClose={() => address.change({ certificate: null })}
            />
          )
        }
      >
        <RecordTable
          label={t('review.certificates')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.uuid}
          loading={shown === null && failure.length === 0}
          {...tableAddress(address)}
          onOpen={({ uuid }) => address.change({ certificate: uuid === open ? null : uuid })}
          empty={shown && <NoCertificates shown={shown} onAll={() => choose('all')} />}
        />
      </ListWithPanel>
    </div>
  )
}

const none: never[] = []

/** What the list would hold; in its place when there is nothing of the chosen status. */
function NoCertificates({ shown, onAll }: { shown: Certificates; onAll: () => void }) {
  const any = shown.counts.some(({ count }) => count > 0)
  if (!any) {
    return (
      <EmptyState icon="review" title={t('review.empty.title')}>
        {t('review.empty.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="review"
      title={t(shown.chosen === 'Waiting' ? 'review.empty.done' : 'review.empty.status')}
      action={<Button onClick={onAll}>{t('review.showAll')}</Button>}
    />
  )
}
