import { useId } from 'react'
import type { Choice } from './SelectField.tsx'
import styles from './Segments.module.css'

/** A few choices side by side, one of them in force: chart modes, colour-by, themes. */
export function Segments<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly (Choice & { value: Value })[]
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === props.value}
            disabled={choice.disabled}
            onChange={() => props.onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
