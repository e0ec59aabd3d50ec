import { type ReactNode, useState } from 'react'
import { certificateActions } from '../../../domain/actions/certificate.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { account, may } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'

/** A signed analysis whose certificate is requested. */
export interface Certified {
  uuid: string
  name: string
  /** `Y` where the run began under four eyes. */
  four_eyes?: string | undefined
}

/** Ask for the certificate of a signed analysis: with a note, and handed to the reviewers at once or later. */
export function CertifyForm(props: {
  /** Null until one is chosen. */
  analysis: Certified | null
  /** Above the note: how the analysis is chosen, or what of it is not released. */
  children?: ReactNode
  onMade: (certificate: Certificate) => void
  onClose: () => void
}) {
  const { analysis, children, onMade, onClose } = props
  const mayHandOver = may(certificateCalls.request.needs)
  const [note, setNote] = useState('')
  const [now, setNow] = useState(mayHandOver)
  const sending = useSending(['note'])
  const { create, handOver } = useOrder()
  const send = () =>
    sending.send(analysis !== null, async () => {
      const prepared = await create(analysis?.uuid ?? '', note.trim())
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
      {analysis && <p>{t('certify.text', { name: analysis.name })}</p>}
      {children}
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
      <FourEyes analysis={analysis} />
    </FormDialog>
  )
}

/** Show whether another person has to issue it. */
function FourEyes({ analysis }: { analysis: Certified | null }) {
  const who = account.value
  if (who?.company_details.four_eyes === 'Y' || analysis?.four_eyes === 'Y') {
    return <Notice kind="info">{t('certify.fourEyes')}</Notice>
  }
  if (who?.reviewer !== 'Y' || !may(certificateActions.issue.needs)) return null
  return <Notice kind="warning">{t('certify.own')}</Notice>
}

/** Take both steps; if the second one fails, the first is not repeated. */
function useOrder() {
  const [prepared, setPrepared] = useState<{ of: string; record: Certificate } | null>(null)
  const create = async (analysis_uuid: string, note: string) => {
    if (prepared?.of === analysis_uuid) return prepared.record
    const body = { analysis_uuid, note }
    const record = await call(certificateCalls.create, { body }, { opId: makeUuid() })
    setPrepared({ of: analysis_uuid, record })
    return record
  }
  const handOver = ({ uuid: id }: Certificate, note: string) =>
    call(certificateCalls.request, { params: { id }, body: { note } }, { opId: makeUuid() })
  return { create, handOver }
}
