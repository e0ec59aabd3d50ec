import type { InputHTMLAttributes, Ref } from 'react'
import { useId } from 'react'
import type { FieldFacts } from './FieldShell.tsx'
import { describeInput, FieldShell } from './FieldShell.tsx'
import styles from './Field.module.css'

type Own = FieldFacts & {
  value: string
  onChange: (value: string) => void
  /** A unit after the input, such as `µl`. */
  unit?: string
  /** The label is read aloud but not drawn, in tool bars. */
  hideLabel?: boolean
  ref?: Ref<HTMLInputElement>
}

export type FieldProps = Own & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Own>

/** Enter a line of text, in a native input. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    warning,
    error,
    required = false,
    value,
    onChange,
    unit,
    hideLabel,
    ...attributes
  } = props
  const made = useId()
  const id = attributes.id ?? made
  const facts = { label, hint, warning, error, required }
  const box = (
    <span className={styles.box}>
      <input
        {...attributes}
        {...describeInput(id, facts)}
        className={styles.input}
        value={value}
        aria-label={hideLabel ? label : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  )
  if (hideLabel) return box
  return (
    <FieldShell id={id} facts={facts}>
      {box}
    </FieldShell>
  )
}
