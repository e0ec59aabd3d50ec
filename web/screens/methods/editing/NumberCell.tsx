import { useState } from 'react'
import { t } from '../../../i18n/intl.ts'
import {
  mayBeThousands,
  readNumber,
  readTyped,
  stepNumber,
  type Typed,
  writeTyped,
} from '../../../parts/form/read-number.ts'
import styles from './Editing.module.css'

export interface NumberCellProps {
  /** Id of its element, by which problems lead to it. */
  id: string
  /** Its column: arrow keys stay in it. */
  column: string
  label: string
  value: Typed
  limits: { min: number; max: number }
  /** Step of Page Up and Page Down; coarse with Shift. */
  fine: number
  coarse: number
  error: string | undefined
  readOnly: boolean
  placeholder?: string
  /** Reads what is typed, where more than a number is understood; the number is shown once the cell is left. */
  read?: (text: string) => number | null
  onChange: (value: Typed) => void
  /** It is left. */
  onSettle: () => void
}

/** Edit a number in a table, as wide as its column. Accepts a comma or a point before the decimals. */
export function NumberCell(props: NumberCellProps) {
  const { id, value, limits, readOnly, read = readNumber, onChange } = props
  const [typed, setTyped] = useState('')
  // Show it as it was typed while that says the value: an effect that corrects it would draw a frame later.
  const text = readTyped(typed, read) === value ? typed : writeTyped(value)
  const isNoNumber = typeof value === 'string'
  const isDoubtful = isNoNumber && mayBeThousands(text)
  const unread = t(isDoubtful ? 'parts.number.thousands' : 'fault.number')
  const error = isNoNumber ? unread : props.error
  return (
    <>
      <input
        id={id}
        className={styles.number}
        data-cell={props.column}
        inputMode="decimal"
        autoComplete="off"
        data-unread={isNoNumber || undefined}
        aria-label={props.label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        placeholder={props.placeholder}
        readOnly={readOnly}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(readTyped(event.target.value, read))
        }}
        onBlur={() => {
          if (props.read && typeof value === 'number') setTyped('')
          props.onSettle()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'PageUp' && event.key !== 'PageDown') return
          event.preventDefault()
          const by = event.shiftKey ? props.coarse : props.fine
          if (!readOnly) onChange(stepNumber(value, event.key === 'PageUp' ? by : -by, limits))
        }}
      />
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </>
  )
}
