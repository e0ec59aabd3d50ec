import { Link, useLocation } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { CertificateList } from './CertificateList.tsx'
import { certificateStatuses } from '../../../domain/entities/certificate.ts'
import type { ChosenStatus } from './review-rules.ts'

/** List the certificates of the company for requesters; reviewers have a page of their own (spec §2). */
export function CertificatesScreen() {
  const [, navigate] = useLocation()
  const { search, change } = useAddress()
  const chosen = readListed(search.get('status'))
  return (
    <Page title={t('certificates.title')}>
      <CertificateList
        label={t('certificates.title')}
        chosen={chosen}
        onChoose={(status) => change({ status: status === 'all' ? null : status, page: null })}
        // Open a page for people who may edit it; others see it beside the list.
        onOpen={may('certificates.edit') ? (uuid) => navigate(paths.certificate(uuid)) : undefined}
        empty={() => (
          <EmptyState
            icon="certificate"
            title={t(chosen === 'all' ? 'review.empty.title' : 'review.empty.status')}
            action={<Link href={paths.analyses()}>{t('certificates.toAnalyses')}</Link>}
          >
            {t('certificates.empty.text')}
          </EmptyState>
        )}
      />
    </Page>
  )
}

/** Read the chosen status from the address; all without one. */
function readListed(text: string | null): ChosenStatus {
  return certificateStatuses.find((status) => status === text) ?? 'all'
}
