import { type ReactNode, useState } from 'react'
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
  const [hash, setHash] = useState<string | null>(null)
  return (
    <ConfirmByName
      name={name}
      title={t('company.ask.close', { name })}
      submit={t('company.act.close')}
      send={async (typed, opId) => {
        const body = { ...typed, ...(hash !== null && { export_hash: hash }) }
        await call(companyCalls.delete, { params: { id: uuid }, body }, { opId })
        showToast('done', t('company.done.close', { name }))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('company.consequence.close', { days: closingDays })}</p>
      <ExportFirst company={company} onExported={setHash} />
    </ConfirmByName>
  )
}

/** Ask for the name of a company, typed once more, and a reason before something that cannot easily be undone. */
export function ConfirmByName(props: {
  name: string
  title: string
  submit: string
  /** Says what happens, above the fields. */
  children: ReactNode
  send: (typed: { confirm: string; reason: string }, opId: string) => Promise<void>
  onClose: () => void
}) {
  const { name, title, submit, children, send, onClose } = props
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const sending = useSending(['confirm', 'reason'])
  const { tried, refused } = sending
  const isNamed = confirm.trim() === name
  const work = async () => {
    const typed = { confirm: confirm.trim(), reason: reason.trim() }
    const isReady = isNamed && isReason(reason)
    if (await sending.send(isReady, (opId) => send(typed, opId), typed)) onClose()
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      danger
      sending={sending}
      onSubmit={() => void work()}
      onClose={onClose}
    >
      {children}
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
