import { useId } from 'react'
import type { Choice } from './SelectField.tsx'
import styles from './Segments.module.css'

/** Choose one of a few options side by side: chart modes, colour-by, themes. */
export function Segments<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly (Choice & { value: Value })[]
  /** The label is drawn above, among other fields; in tool bars it is only read aloud. */
  showLabel?: boolean
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={props.showLabel ? styles.label : 'visually-hidden'}>{props.label}</legend>
      <div className={styles.segments}>
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
      </div>
    </fieldset>
  )
}
