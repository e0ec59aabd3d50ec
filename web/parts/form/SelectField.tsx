import { useId } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Field.module.css'
import type { FieldFacts } from './FieldShell.tsx'
import { describeInput, FieldShell } from './FieldShell.tsx'

export type Choice = { value: string; label: string; disabled?: boolean }

/**
 * Choose one of a list, with the native select, which is the fastest by keyboard, touch and screen reader.
 * `placeholder` is shown while `value` is empty.
 */
export function SelectField(
  props: FieldFacts & {
    value: string
    onChange: (value: string) => void
    choices: readonly Choice[]
    placeholder?: string
    disabled?: boolean
    name?: string
    id?: string
    /** The label is read aloud but not drawn, in tool bars. */
    hideLabel?: boolean
  },
) {
  const { value, onChange, choices, placeholder, disabled, name, hideLabel } = props
  const made = useId()
  const id = props.id ?? made
  const select = (
    <span className={styles.box} data-select="">
      <select
        {...describeInput(id, props)}
        className={styles.input}
        value={value}
        name={name}
        disabled={disabled}
        aria-label={hideLabel ? props.label : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && (
          <option value="" disabled={props.required ?? false}>
            {placeholder}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <span className={styles.arrow}>
        <Icon name="down" />
      </span>
    </span>
  )
  if (hideLabel) return select
  return (
    <FieldShell id={id} facts={props}>
      {select}
    </FieldShell>
  )
}
