import { useId } from 'react'
import styles from './Tools.module.css'

/** Choose one of a few options, each on a line of its own, for texts too long to be side by side. */
export function ChoiceList<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{props.label}</legend>
      {props.choices.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
