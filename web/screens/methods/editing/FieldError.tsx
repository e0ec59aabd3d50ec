import styles from './Editing.module.css'
import { type FieldErrors, fieldId } from './field-id.ts'

/** Show the problem of a field that has no input of its own: links of problems lead here. */
export function FieldError({ field, errors }: { field: string; errors: FieldErrors }) {
  const text = errors[field]
  if (!text) return null
  return (
    <span id={fieldId(field)} tabIndex={-1} className={styles.error}>
      {text}
    </span>
  )
}
