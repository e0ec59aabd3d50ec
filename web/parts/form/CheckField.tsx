import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './Field.module.css'

/** Show a check box with its label; `mixed` if a selection has both. */
export function CheckField(props: {
  label: ReactNode
  checked: boolean
  mixed?: boolean
  hint?: string
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={props.checked}
          disabled={props.disabled}
          aria-describedby={props.hint ? id : undefined}
          ref={(box) => {
            if (box) box.indeterminate = props.mixed ?? false
          }}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span>{props.label}</span>
      </label>
      {props.hint && (
        <p id={id} className={styles.hint}>
          {props.hint}
        </p>
      )}
    </div>
  )
}
