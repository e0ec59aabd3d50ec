import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { tableAddress } from '../../parts/table/table-address.ts'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { makeCertificateColumns } from './certificate-columns.tsx'
import { CertificatePanel } from './CertificatePanel.tsx'
import { readListed } from './listed-status.ts'
import { StatusFilter } from './StatusFilter.tsx'
import { useCertificates } from './use-certificates.ts'

/** The certificates of the company for those who ask for them; the reviewers' own page is another (spec §2). */
export function CertificatesScreen() {
  const [, navigate] = useLocation()
  const address = useAddress()
  const chosen = readListed(address.search.get('status'))
  const { value, failure, again } = useCertificates(chosen)
  const columns = useMemo(() => makeCertificateColumns(), [])
  const shown = value?.chosen === chosen ? value : null
  const open = address.search.get('certificate')
  // Who may write on it gets its own page, everybody else looks at it beside the list.
  const choose = (uuid: string) =>
    may('certificates.edit')
      ? navigate(paths.certificate(uuid))
      : address.change({ certificate: uuid === open ? null : uuid })
  return (
    <Page title={t('certificates.title')}>
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
      <StatusFilter
        counts={value?.counts ?? null}
        chosen={chosen}
        onChoose={(status) => address.change({ status: status === 'all' ? null : status })}
      />
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
          label={t('certificates.title')}
          columns={columns}
          rows={shown?.rows ?? none}
          rowId={(row) => row.uuid}
          loading={shown === null && failure.length === 0}
          {...tableAddress(address)}
          onOpen={({ uuid }) => choose(uuid)}
          empty={
            shown && (
              <EmptyState
                icon="certificate"
                title={t(chosen === 'all' ? 'review.empty.title' : 'review.empty.status')}
                action={<Link href={paths.analyses()}>{t('certificates.toAnalyses')}</Link>}
              >
                {t('certificates.empty.text')}
              </EmptyState>
            )
          }
        />
      </ListWithPanel>
    </Page>
  )
}

const none: never[] = []
