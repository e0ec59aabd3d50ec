import { useId, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './Field.module.css'
import type { FieldFacts } from './FieldShell.tsx'
import { describeInput, FieldShell } from './FieldShell.tsx'

/** Enter a password that can be shown while it is typed, because gloved hands make mistakes. */
export function PasswordField(
  props: FieldFacts & {
    value: string
    onChange: (value: string) => void
    /** `new-password` where one is chosen. */
    autoComplete?: 'current-password' | 'new-password'
    name?: string
    autoFocus?: boolean
  },
) {
  const { value, onChange, autoComplete = 'current-password', name = 'password', autoFocus } = props
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <FieldShell id={id} facts={props}>
      <span className={styles.box}>
        <input
          {...describeInput(id, props)}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className={styles.inner}
          aria-pressed={shown}
          aria-label={t(shown ? 'parts.password.hide' : 'parts.password.show')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </span>
    </FieldShell>
  )
}
