import { useEffect, useState } from 'react'
import { readNumber, stepNumber } from '../../../parts/form/read-number.ts'
import styles from './Editor.module.css'

export interface NumberCellProps {
  /** Id of its element, by which problems lead to it. */
  id: string
  /** Its column: arrow keys stay in it. */
  column: string
  label: string
  value: number | null
  limits: { min: number; max: number }
  /** What Page Up and Page Down add; coarse with Shift. */
  fine: number
  coarse: number
  error: string | undefined
  readOnly: boolean
  placeholder?: string
  onChange: (value: number | null) => void
  /** It is left. */
  onSettle: () => void
}

/** A number in a table, as wide as its column. A comma or a point parts the decimals. */
export function NumberCell(props: NumberCellProps) {
  const { id, value, limits, error, readOnly, onChange } = props
  const [text, setText] = useState(value === null ? '' : String(value))
  useEffect(() => {
    setText((shown) => (readNumber(shown) === value ? shown : value === null ? '' : String(value)))
  }, [value])
  return (
    <>
      <input
        id={id}
        className={styles.number}
        data-cell={props.column}
        inputMode="decimal"
        autoComplete="off"
        aria-label={props.label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        placeholder={props.placeholder}
        readOnly={readOnly}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(readNumber(event.target.value))
        }}
        onBlur={props.onSettle}
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
