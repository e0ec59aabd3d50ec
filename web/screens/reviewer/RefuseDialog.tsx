import { useState } from 'react'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { showToast } from '../../state/toasts.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'
import { makeUuid } from '../../client/make-uuid.ts'

/** Ask for the reason of a refusal, which the requester reads and the audit trail keeps. */
export function RefuseDialog(props: {
  record: Certificate
  onDone: () => void
  onClose: () => void
}) {
  const { record, onDone, onClose } = props
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const short = !isReason(reason)
  const refuse = async () => {
    const done = await sending.send(!short, async () => {
      await call(
        certificateCalls.edit,
        { params: { id: record.uuid }, body: { status: 'Rejected', reason: reason.trim() } },
        { opId: makeUuid() },
      )
    })
    if (!done) return
    showToast('done', t('review.done.refused', { name: record.name }))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('review.refuse.title')}
      submit={t('review.refuse.submit')}
      danger
      sending={sending}
      onSubmit={() => void refuse()}
      onClose={onClose}
    >
      <p>{t('review.refuse.text', { name: record.name, requestor: record.requestor_name })}</p>
      <TextAreaField
        label={t('review.reason')}
        hint={t('review.reason.hint')}
        value={reason}
        rows={3}
        maxLength={500}
        required
        error={
          sending.refused['reason'] ?? (sending.tried && short ? t('review.reason.short') : null)
        }
        onChange={setReason}
      />
    </FormDialog>
  )
}
