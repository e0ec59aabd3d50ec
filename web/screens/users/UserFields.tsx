import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { type Choice, SelectField } from '../../parts/form/SelectField.tsx'
import type { FieldTexts } from '../../state/form-faults.ts'
import type { UserValues } from './new-user.ts'
import styles from './UserFields.module.css'

/** The fields of a user, each with its own error. A known user's name to sign in with is never changed. */
export function UserFields(props: {
  value: UserValues
  known: boolean
  errors: FieldTexts
  profiles: readonly Choice[]
  /** Why the profile cannot be changed now. */
  profileFixed?: string | null
  swarms: readonly Swarm[]
  onChange: <Name extends keyof UserValues>(field: Name, value: UserValues[Name]) => void
}) {
  const { value, known, errors, profiles, profileFixed = null, swarms, onChange } = props
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
      {!known && (
        <Field
          {...line('username')}
          hint={t('users.form.usernameHint')}
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      <Field {...line('email')} type="email" />
      <Field {...line('phone')} type="tel" />
      <SelectField
        label={t('users.form.profile')}
        required
        placeholder={t('users.form.profileChoose')}
        value={value.profile_uuid}
        error={errors['profile_uuid']}
        hint={profileFixed ?? undefined}
        disabled={profileFixed !== null}
        choices={profiles}
        onChange={(uuid) => onChange('profile_uuid', uuid)}
      />
      <SwarmChoice
        chosen={value.swarms}
        swarms={swarms}
        error={errors['swarms']}
        onChange={(next) => onChange('swarms', next)}
      />
    </div>
  )
}

function SwarmChoice(props: {
  chosen: readonly string[]
  swarms: readonly Swarm[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}) {
  const { chosen, swarms, error, onChange } = props
  const shown = swarms.filter(({ uuid, archived }) => archived !== 1 || chosen.includes(uuid))
  return (
    <fieldset className={styles.swarms}>
      <legend>{t('users.form.swarms')}</legend>
      {shown.map(({ uuid, name }) => (
        <CheckField
          key={uuid}
          label={name}
          checked={chosen.includes(uuid)}
          onChange={(on) => onChange(on ? [...chosen, uuid] : chosen.filter((one) => one !== uuid))}
        />
      ))}
      <p className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? t('users.form.swarmsHint')}
      </p>
    </fieldset>
  )
}
