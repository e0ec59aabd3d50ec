import { useRef, useState } from 'react'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { account } from '../../state/session.ts'
import { CodeField } from '../../parts/form/CodeField.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import styles from './MeScreen.module.css'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { useSending } from '../../state/use-sending.ts'
import { makeUuid } from '../../client/make-uuid.ts'

const lives = ['30', '90', '365'] as const

/** Create a key: its purpose, its permissions, its life, and the password once more. */
export function CreateKeyDialog(props: { onClose: () => void; onMade: (key: string) => void }) {
  const [description, setDescription] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>([])
  const [days, setDays] = useState<string>('90')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  // A second press after a lost answer makes no second key.
  const opId = useRef(makeUuid())
  // A press that is repeated asks for the same.
  const [opened] = useState(() => Date.now())
  const sending = useSending(['description', 'permissions', 'password', 'code'])
  const { tried, refused } = sending
  const codeAsked = code !== '' || refused['code'] !== undefined
  const submit = () => {
    const complete = description.trim() !== '' && permissions.length > 0 && password !== ''
    return sending.send(complete, async () => {
      const expires_at = new Date(opened + Number(days) * 86_400_000).toISOString()
      const body = {
        description: description.trim(),
        permissions: [...permissions],
        expires_at,
        password,
        ...(code.trim() ? { code: code.trim() } : {}),
      }
      const made = await call(apiKeyCalls.create, { body }, { opId: opId.current })
      props.onMade(made.key)
    })
  }
  return (
    <FormDialog
      title={t('security.newKey')}
      submit={t('security.makeKey')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Field
        label={t('security.keyFor')}
        required
        maxLength={120}
        value={description}
        error={
          refused['description'] ?? (tried && !description.trim() ? t('fault.required') : null)
        }
        onChange={setDescription}
      />
      <PermissionChoices chosen={permissions} tried={tried} onChange={setPermissions} />
      <SelectField
        label={t('security.keyLife')}
        value={days}
        choices={lives.map((value) => ({
          value,
          label: t('security.days', { count: Number(value) }),
        }))}
        onChange={setDays}
      />
      <PasswordField
        label={t('security.yourPassword')}
        required
        value={password}
        error={refused['password'] ?? (tried && !password ? t('login.passwordMissing') : null)}
        onChange={setPassword}
      />
      {codeAsked && (
        <CodeField
          value={code}
          tried={false}
          error={code === '' ? refused['code'] : null}
          onChange={setCode}
        />
      )}
    </FormDialog>
  )
}

/** Let the person choose among their own permissions. */
function PermissionChoices(props: {
  chosen: readonly string[]
  tried: boolean
  onChange: (chosen: readonly string[]) => void
}) {
  const { chosen, tried, onChange } = props
  return (
    <fieldset className={styles.choices}>
      <legend>{t('security.keyMay')}</legend>
      {tried && chosen.length === 0 && <p role="alert">{t('security.keyMayMissing')}</p>}
      {(account.value?.permissions ?? []).map((name) => (
        <CheckField
          key={name}
          label={
            <>
              {permissionWords(name)} <code className={styles.quiet}>{name}</code>
            </>
          }
          checked={chosen.includes(name)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
      ))}
    </fieldset>
  )
}
