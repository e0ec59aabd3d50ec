import { useState } from 'react'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { showToast } from '../../state/toasts.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { findGaps, NewPasswordFields } from './NewPasswordFields.tsx'
import { useSending } from '../../state/use-sending.ts'

/** Sets one's own password; every other session ends with it. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const sending = useSending(['old_password', 'password', 'repeat'])
  const { tried, refused } = sending
  const submit = async () => {
    const complete = old !== '' && findGaps(password) === null && password === repeat
    const body = { old_password: old, password, repeat }
    const done = await sending.send(complete, async () => {
      await call(passwordCalls.change, { body })
    })
    if (!done) return
    showToast('done', t('security.passwordChanged'))
    onClose()
  }
  return (
    <FormDialog
      title={t('security.changePassword')}
      submit={t('security.changePassword')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('security.othersEnd')}</p>
      <PasswordField
        label={t('security.oldPassword')}
        name="old-password"
        required
        value={old}
        error={refused['old_password'] ?? (tried && !old ? t('fault.required') : null)}
        onChange={(value) => {
          setOld(value)
          sending.forget()
        }}
      />
      <NewPasswordFields
        password={password}
        repeat={repeat}
        tried={tried}
        refused={refused}
        onPassword={(value) => {
          setPassword(value)
          sending.forget()
        }}
        onRepeat={setRepeat}
      />
    </FormDialog>
  )
}
