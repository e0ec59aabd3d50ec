import { useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { closingDays } from '../../../domain/entities/closing.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import { ExportFirst } from './closing/ExportFirst.tsx'

/** Close a company, with its name typed once more and a reason. */
export function CloseCompanyDialog(props: {
  company: Company
  onDone: () => void
  onClose: () => void
}) {
  const { company, onDone, onClose } = props
  const { uuid, name } = company
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const [hash, setHash] = useState<string | null>(null)
  const sending = useSending(['confirm', 'reason'])
  const { tried, refused } = sending
  const isNamed = confirm.trim() === name
  const submit = async () => {
    const body = {
      confirm: confirm.trim(),
      reason: reason.trim(),
      ...(hash !== null && { export_hash: hash }),
    }
    const work = async (opId: string) => {
      await call(companyCalls.delete, { params: { id: uuid }, body }, { opId })
      showToast('done', t('company.done.close', { name }))
      onDone()
    }
    if (await sending.send(isNamed && isReason(reason), work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('company.ask.close', { name })}
      submit={t('company.act.close')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('company.consequence.close', { days: closingDays })}</p>
      <ExportFirst company={company} onExported={setHash} />
      <Field
        label={t('company.confirmName')}
        hint={name}
        required
        autoFocus
        autoComplete="off"
        value={confirm}
        error={refused['confirm'] ?? (tried && !isNamed ? t('company.confirmWrong') : undefined)}
        onChange={setConfirm}
      />
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}
