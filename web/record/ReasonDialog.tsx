import { useState } from 'react'
import { isReason } from '../../domain/rules/plain-text.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { useSending } from '../state/use-sending.ts'
import type { Act } from './act.ts'
import { ReasonField } from './ReasonField.tsx'

/** Ask before something with consequences is done, with its reason where the trail wants one; what fails leaves it open. */
export function ReasonDialog(props: {
  ask: NonNullable<Act['ask']>
  onClose: () => void
  send: (opId: string, reason: string) => Promise<void>
}) {
  const { ask, onClose, send } = props
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const sending = useSending(['reason'])
  const missing =
    ask.reason !== undefined && !isReason(reason) && (ask.reason === 'due' || reason.trim() !== '')
  const submit = async () => {
    setTried(true)
    if (missing) return
    const done = await sending.send(true, (opId) => send(opId, reason.trim()), reason.trim())
    if (done) onClose()
  }
  return (
    <FormDialog
      title={ask.title}
      submit={ask.submit}
      danger={ask.danger ?? false}
      wide={ask.more !== undefined}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{ask.text}</p>
      {ask.more}
      {ask.reason && (
        <ReasonField
          value={reason}
          sending={{ ...sending, tried }}
          required={ask.reason === 'due'}
          missing={missing}
          label={ask.words?.label}
          hint={ask.words?.hint}
          onChange={setReason}
        />
      )}
    </FormDialog>
  )
}
