import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { t } from '../../i18n/intl.ts'
import styles from './Field.module.css'

/** Props of every field besides its value. */
export type FieldFacts = {
  label: string
  /** A sentence of help under the field. */
  hint?: string | undefined
  /** Problem of the value, as a text for people. */
  error?: string | null | undefined
  required?: boolean
}

/** Return the attributes that tie an input to its hint and its error. */
export function describeInput(id: string, facts: FieldFacts) {
  return {
    id,
    'aria-invalid': facts.error ? true : undefined,
    'aria-describedby': facts.error ? `${id}-error` : facts.hint ? `${id}-hint` : undefined,
    'aria-required': facts.required || undefined,
  } as const
}

/** Label above, input, then either the error or the hint. */
export function FieldShell({
  id,
  facts,
  children,
}: {
  id: string
  facts: FieldFacts
  children: ReactNode
}) {
  const { label, hint, error, required } = facts
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && <span className={styles.required}> ({t('parts.required')})</span>}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="error" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
