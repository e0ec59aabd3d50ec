import { useState } from 'react'
import { twoStepCalls } from '../../../domain/calls/two-step.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { showToast } from '../../state/toasts.ts'
import { CodeField } from '../../parts/form/CodeField.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'

/** Switch the second step off, with the password and a last code. */
export function TwoStepOffDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const sending = useSending(['code', 'password'])
  const { tried, refused } = sending
  const submit = async () => {
    const done = await sending.send(code.trim() !== '' && password !== '', async () => {
      await call(twoStepCalls.deactivate, { body: { code: code.trim(), password } })
    })
    if (!done) return
    showToast('done', t('security.twoStepIsOff'))
    onClose()
  }
  return (
    <FormDialog
      title={t('security.twoStepOff')}
      submit={t('security.twoStepTurnOff')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        {t('security.twoStepOffText')} {t('security.othersEnd')}
      </p>
      <CodeField
        value={code}
        tried={tried}
        error={refused['code']}
        onChange={(value) => {
          setCode(value)
          sending.forget()
        }}
      />
      <PasswordField
        label={t('security.yourPassword')}
        required
        value={password}
        error={refused['password'] ?? (tried && !password ? t('login.passwordMissing') : null)}
        onChange={(value) => {
          setPassword(value)
          sending.forget()
        }}
      />
    </FormDialog>
  )
}
