import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { certificateActions } from '../../../domain/actions/certificate.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { mode } from '../../state/mode.ts'
import { may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { CertificateList } from './CertificateList.tsx'
import { certificateStatuses } from '../../../domain/entities/certificate.ts'
import { RequestDialog } from './RequestDialog.tsx'
import type { ChosenStatus } from './review-rules.ts'

/** List the certificates of the company for requesters; reviewers have a page of their own (spec §2). */
export function CertificatesScreen() {
  const [, navigate] = useLocation()
  const { search, change } = useAddress()
  const chosen = readListed(search.get('status'))
  const [asked, setAsked] = useState(false)
  // Read the list again after each request.
  const [round, setRound] = useState(0)
  const away = mode.value.state === 'offline' ? t('certificates.offline') : null
  const primary = {
    label: t('certify.title'),
    icon: 'plus',
    disabledReason: away ?? whyNotCall(certificateCalls.create),
    onPress: () => setAsked(true),
  } as const
  return (
    <Page
      title={t('certificates.title')}
      primary={may(certificateCalls.create.needs) ? primary : null}
    >
      <CertificateList
        round={round}
        label={t('certificates.title')}
        chosen={chosen}
        onChoose={(status) => change({ status: status === 'all' ? null : status, page: null })}
        // Open a page for people who may edit it; others see it beside the list.
        onOpen={
          may(certificateActions.edit.needs)
            ? (uuid) => navigate(paths.certificate(uuid))
            : undefined
        }
        empty={() => (
          <EmptyState
            icon={areaIcons.certificates}
            title={t(chosen === 'all' ? 'review.empty.title' : 'review.empty.status')}
            action={<Link href={paths.analyses()}>{t('certificates.toAnalyses')}</Link>}
          >
            {t('certificates.empty.text')}
          </EmptyState>
        )}
      />
      {asked && (
        <RequestDialog
          first=""
          onDone={() => setRound((before) => before + 1)}
          onClose={() => setAsked(false)}
        />
      )}
    </Page>
  )
}

/** Read the chosen status from the address; all without one. */
function readListed(text: string | null): ChosenStatus {
  return certificateStatuses.find((status) => status === text) ?? 'all'
}
