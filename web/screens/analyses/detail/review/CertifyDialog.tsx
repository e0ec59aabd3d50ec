import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { certificateCalls } from '../../../../../domain/calls/certificates.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Certificate } from '../../../../../domain/entities/certificate.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { FormDialog } from '../../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import { TextAreaField } from '../../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { paths } from '../../../../paths.ts'
import { account, may } from '../../../../state/session.ts'
import { useAnswer } from '../../../../state/use-answer.ts'
import { useSending } from '../../../../state/use-sending.ts'
import { HeldList } from './NotReleased.tsx'

/** Asks for the certificate of a signed analysis, or leads to the one that there is. */
export function CertifyDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  const [made, setMade] = useState<Certificate | null>(null)
  const existing = useExisting(record.uuid)
  if (existing === undefined) {
    // A form would go from under the hand where one is found.
    return (
      <Told leave={t('parts.cancel')} onClose={onClose}>
        <Progress label={t('parts.loading')} text={t('parts.loading')} />
      </Told>
    )
  }
  const found = made ?? existing
  if (!found) return <CertifyForm record={record} onMade={setMade} onClose={onClose} />
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

function CertifyForm(props: {
  record: Analysis
  onMade: (certificate: Certificate) => void
  onClose: () => void
}) {
  const { record, onMade, onClose } = props
  const fourEyes = account.value?.company_details.four_eyes === 'Y' || record.four_eyes === 'Y'
  const mayHandOver = may('certificates.send_coa_request')
  const [note, setNote] = useState('')
  const [now, setNow] = useState(mayHandOver)
  const sending = useSending(['note'])
  const { create, handOver } = useOrder(record.uuid)
  const send = () =>
    sending.send(true, async () => {
      const prepared = await create(note.trim())
      onMade(now ? await handOver(prepared, note.trim()) : prepared)
    })
  return (
    <FormDialog
      title={t('certify.title')}
      submit={t(now ? 'certify.submit' : 'certify.submit.later')}
      sending={sending}
      failure={t('certify.failed')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{t('certify.text', { name: record.name })}</p>
      <HeldList record={record} />
      <TextAreaField
        label={t('certify.note')}
        hint={t('certify.note.hint')}
        value={note}
        rows={3}
        maxLength={2000}
        error={sending.refused['note']}
        onChange={setNote}
      />
      {mayHandOver ? (
        <CheckField
          label={t('certify.now')}
          hint={t('certify.now.hint')}
          checked={now}
          onChange={setNow}
        />
      ) : (
        <p>{t('certify.later')}</p>
      )}
      {fourEyes ? (
        <Notice kind="info">{t('certify.fourEyes')}</Notice>
      ) : (
        account.value?.reviewer === 'Y' &&
        may('certificates.review') && <Notice kind="warning">{t('certify.own')}</Notice>
      )}
    </FormDialog>
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
      if (!may('certificates.search')) return []
      const parts = { query: { limit: '500' }, body: { filters: { analysis_uuid } } }
      return (await call(certificateCalls.search, parts, { signal })).data
    },
    [analysis_uuid],
  )
  const { value, failure } = useAnswer(load)
  if (value === null && failure.length === 0) return undefined
  return value?.find(({ status }) => status !== 'Rejected') ?? null
}

/** Take both steps; if the second one fails, the first is not repeated. */
function useOrder(analysis_uuid: string) {
  const [uuid] = useState(makeUuid)
  const [prepared, setPrepared] = useState<Certificate | null>(null)
  const create = async (note: string) => {
    if (prepared) return prepared
    const body = { uuid, analysis_uuid, note }
    const made = await call(certificateCalls.create, { body }, { opId: makeUuid() })
    setPrepared(made)
    return made
  }
  const handOver = ({ uuid: id }: Certificate, note: string) =>
    call(certificateCalls.request, { params: { id }, body: { note } }, { opId: makeUuid() })
  return { create, handOver }
}
