import { t } from '../../i18n/intl.ts'
import { Field } from './Field.tsx'

/** Enter six digits of the authenticator app, or a recovery code. */
export function CodeField(props: {
  value: string
  /** True once the form was sent: a missing code is reported only then. */
  tried: boolean
  error?: string | null | undefined
  autoFocus?: boolean
  /** Only a code of the app will do. */
  appOnly?: boolean
  onChange: (value: string) => void
}) {
  const { value, tried, error, autoFocus, appOnly = false, onChange } = props
  return (
    <Field
      label={t('login.code')}
      hint={t(appOnly ? 'login.codeOfApp' : 'login.codeHint')}
      name="one-time-code"
      autoComplete="one-time-code"
      inputMode={appOnly ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={autoFocus}
      required
      value={value}
      error={error ?? (tried && !value.trim() ? t('login.codeMissing') : null)}
      onChange={onChange}
    />
  )
}
