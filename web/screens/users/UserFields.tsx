import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import type { FieldTexts } from '../../state/form-faults.ts'
import type { NewUser } from './new-user.ts'
import { PasswordGaps } from './PasswordGaps.tsx'
import styles from './UserFields.module.css'

/** The fields of a new user, each with its own error. */
export function UserFields(props: {
  value: NewUser
  errors: FieldTexts
  profiles: readonly Profile[]
  swarms: readonly Swarm[]
  onChange: <Name extends keyof NewUser>(field: Name, value: NewUser[Name]) => void
}) {
  const { value, errors, profiles, swarms, onChange } = props
  const line = (field: 'name' | 'username' | 'email' | 'phone') => ({
    label: t(`users.form.${field}`),
    value: value[field],
    error: errors[field],
    required: field !== 'phone',
    autoComplete: 'off',
    onChange: (next: string) => onChange(field, next),
  })
  return (
    <div className={styles.fields}>
      <Field {...line('name')} hint={t('users.form.nameHint')} autoFocus />
      <Field
        {...line('username')}
        hint={t('users.form.usernameHint')}
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field {...line('email')} type="email" />
      <Field {...line('phone')} type="tel" />
      <SelectField
        label={t('users.form.profile')}
        required
        placeholder={t('users.form.profileChoose')}
        value={value.profile_uuid}
        error={errors['profile_uuid']}
        choices={profiles.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        onChange={(uuid) => onChange('profile_uuid', uuid)}
      />
      <fieldset className={styles.swarms}>
        <legend>{t('users.form.swarms')}</legend>
        {swarms.map(({ uuid, name }) => (
          <CheckField
            key={uuid}
            label={name}
            checked={value.swarms.includes(uuid)}
            onChange={(on) =>
              onChange(
                'swarms',
                on ? [...value.swarms, uuid] : value.swarms.filter((one) => one !== uuid),
              )
            }
          />
        ))}
        <p
          className={errors['swarms'] ? styles.error : styles.hint}
          role={errors['swarms'] ? 'alert' : undefined}
        >
          {errors['swarms'] ?? t('users.form.swarmsHint')}
        </p>
      </fieldset>
      <div className={styles.wide}>
        <PasswordField
          label={t('users.form.password')}
          required
          autoComplete="new-password"
          hint={t('users.form.passwordHint')}
          value={value.password}
          error={errors['password']}
          onChange={(next) => onChange('password', next)}
        />
        <PasswordGaps password={value.password} />
      </div>
    </div>
  )
}
