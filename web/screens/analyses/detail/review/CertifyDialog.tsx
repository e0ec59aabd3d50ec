import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { certificateCalls } from '../../../../../domain/calls/certificates.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Certificate } from '../../../../../domain/entities/certificate.ts'
import { call } from '../../../../client/call.ts'
import { CertifyForm } from '../../../../entities/certificate/CertifyForm.tsx'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { paths } from '../../../../paths.ts'
import { may } from '../../../../state/session.ts'
import { useAnswer } from '../../../../state/use-answer.ts'
import { HeldList } from './NotReleased.tsx'

/** Ask for the certificate of a signed analysis, or leads to the one that there is. */
export function CertifyDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  const [made, setMade] = useState<Certificate | null>(null)
  const existing = useExisting(record.uuid)
  if (existing === undefined) {
    // Show no form until it is known: it would go from under the hand where one is found.
    return (
      <Told leave={t('parts.cancel')} onClose={onClose}>
        <Progress label={t('parts.loading')} text={t('parts.loading')} />
      </Told>
    )
  }
  const found = made ?? existing
  if (!found) {
    return (
      <CertifyForm analysis={record} onMade={setMade} onClose={onClose}>
        <HeldList record={record} />
      </CertifyForm>
    )
  }
  return <Found certificate={found} isNew={made !== null} onClose={onClose} />
}

/** Show the dialog when there is nothing to fill in, with a button to leave. */
function Told(props: { leave: string; onClose: () => void; children: ReactNode }) {
  const { leave, onClose, children } = props
  return (
    <Dialog
      open
      title={t('certify.title')}
      size="small"
      minimisable={false}
      onClose={onClose}
      actions={<Button onClick={onClose}>{leave}</Button>}
    >
      {children}
    </Dialog>
  )
}

/** Show the certificate, with a link to it. */
function Found(props: { certificate: Certificate; isNew: boolean; onClose: () => void }) {
  const { certificate, isNew, onClose } = props
  const { uuid, name, status } = certificate
  const words = isNew
    ? t(status === 'Waiting' ? 'certify.requested' : 'certify.prepared', { name })
    : status === 'Rejected'
      ? ''
      : t(`certify.exists.${status}`)
  return (
    <Told leave={t('parts.close')} onClose={onClose}>
      <Notice kind={isNew ? 'done' : 'info'}>
        <span role="status">{words}</span>
      </Notice>
      <p>
        <Link href={paths.certificate(uuid)}>{t('certify.open')}</Link>
      </p>
    </Told>
  )
}

/**
 * Find the certificate that prevents another one, if this account may search for it; null if there is none or it cannot
 * be found, undefined until that is known.
 */
function useExisting(analysis_uuid: string): Certificate | null | undefined {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (!may(certificateCalls.search.needs)) return []
      const parts = { query: { limit: '500' }, body: { filters: { analysis_uuid } } }
      return (await call(certificateCalls.search, parts, { signal })).data
    },
    [analysis_uuid],
  )
  const { value, failure } = useAnswer(load)
  if (value === null && failure.length === 0) return undefined
  return value?.find(({ status }) => status !== 'Rejected') ?? null
}
