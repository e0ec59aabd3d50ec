import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { t } from '../../i18n/intl.ts'
import styles from './Field.module.css'

/** Props of every field besides its value. */
export type FieldFacts = {
  label: string
  /** A sentence of help under the field. */
  hint?: string | undefined
  /** Warning about the value. It is not an error: the form is still sent. */
  warning?: string | null | undefined
  /** Problem of the value, as a text for people. */
  error?: string | null | undefined
  required?: boolean
}

/** Return the attributes that tie an input to what is written under it. */
export function describeInput(id: string, { error, warning, hint, required }: FieldFacts) {
  const under = [warning && `${id}-warning`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : under || undefined,
    'aria-required': required || undefined,
  } as const
}

/** Label above, input, then either the error, or warning and hint. */
export function FieldShell({
  id,
  facts,
  children,
}: {
  id: string
  facts: FieldFacts
  children: ReactNode
}) {
  const { label, hint, warning, error, required } = facts
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
        <>
          {warning && (
            <p id={`${id}-warning`} className={styles.warning} role="status">
              <Icon name="warning" />
              {warning}
            </p>
          )}
          {hint && (
            <p id={`${id}-hint`} className={styles.hint}>
              {hint}
            </p>
          )}
        </>
      )}
    </div>
  )
}
