import { useState } from 'react'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import { stateOfKey } from '../../../domain/rules/api-key.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { may } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { findGaps, NewPasswordFields } from './NewPasswordFields.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'

const loadActiveKeys = async (signal: AbortSignal) => {
  if (!may(apiKeyCalls.search.needs)) return 0
  const { data } = await call(apiKeyCalls.search, {}, { signal })
  const now = new Date().toISOString()
  return data.filter((key) => stateOfKey(key, now) === 'active').length
}

/**
 * Change one's own password; this ends every other session and all passes for devices. It ends active API keys as well
 * unless the person keeps them: a person who knew the old password may have made one.
 */
export function ChangePasswordDialog(props: { onClose: () => void; onDone: () => void }) {
  const { onClose, onDone } = props
  const keys = useAnswer(loadActiveKeys).value ?? 0
  const [endKeys, setEndKeys] = useState(true)
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const sending = useSending(['old_password', 'password', 'repeat'])
  const { tried, refused } = sending
  const submit = async () => {
    const complete = old !== '' && findGaps(password) === null && password === repeat
    const body = { old_password: old, password, repeat, ...(keys > 0 && { end_keys: endKeys }) }
    const done = await sending.send(complete, async () => {
      await call(passwordCalls.change, { body })
    })
    if (!done) return
    showToast('done', t('security.passwordChanged'))
    onDone()
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
      {keys > 0 && (
        <CheckField
          label={t('security.endKeys', { count: keys })}
          hint={t('security.endKeysHint')}
          checked={endKeys}
          onChange={setEndKeys}
        />
      )}
    </FormDialog>
  )
}
