import { type ReactNode, useState } from 'react'
import { isReason } from '../../domain/rules/plain-text.ts'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { Field } from '../parts/form/Field.tsx'
import { useSending } from '../state/use-sending.ts'
import { ReasonField } from './ReasonField.tsx'

/** Ask for the name of a record, typed once more, and a reason before something that cannot easily be undone. */
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
        label={t('record.confirmName')}
        hint={name}
        required
        autoFocus
        autoComplete="off"
        value={confirm}
        error={refused['confirm'] ?? (tried && !isNamed ? t('record.confirmWrong') : undefined)}
        onChange={setConfirm}
      />
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}
