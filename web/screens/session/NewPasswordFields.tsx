import { passwordGaps } from '../../../domain/rules/password.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import type { FieldTexts } from '../../state/form-faults.ts'

/** Enter a new password, twice. Allow pasting, which password managers do. */
export function NewPasswordFields(props: {
  password: string
  repeat: string
  tried: boolean
  /** Refusals of the edge at these fields. */
  refused: FieldTexts
  onPassword: (value: string) => void
  onRepeat: (value: string) => void
}) {
  const { password, repeat, tried, refused } = props
  return (
    <>
      <PasswordField
        label={t('security.newPassword')}
        hint={t('security.passwordRule')}
        name="new-password"
        autoComplete="new-password"
        required
        value={password}
        error={refused['password'] ?? (tried ? findGaps(password) : null)}
        onChange={props.onPassword}
      />
      <PasswordField
        label={t('security.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        required
        value={repeat}
        error={
          refused['repeat'] ?? (tried && password !== repeat ? t('fault.passwords_differ') : null)
        }
        onChange={props.onRepeat}
      />
    </>
  )
}

/** Describe what a password still lacks; null when nothing. */
export function findGaps(password: string): string | null {
  const gaps = passwordGaps(password)
  if (gaps.length === 0) return null
  return gaps.map((gap) => faultText({ code: 'invalid', reason: `password_${gap}` })).join(' ')
}
