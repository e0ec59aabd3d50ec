import { useEffect, useId, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './Field.module.css'
import type { FieldFacts } from './FieldShell.tsx'
import { describeInput, FieldShell } from './FieldShell.tsx'
import {
  mayBeThousands,
  readNumber,
  readTyped,
  readWhole,
  stepNumber,
  type Typed,
  writeTyped,
} from './read-number.ts'

type NumberFieldProps = FieldFacts & {
  value: Typed
  min?: number
  max?: number
  step?: number
  /** It counts something: a number with a fraction is none. */
  whole?: boolean
  unit?: string
  /** Shown while there is no value, where that has a meaning: `auto`. */
  placeholder?: string
  disabled?: boolean
  id?: string
} & Taking

type Taking =
  /** Called with null when the text is empty or no number. */
  | { onChange: (value: number | null) => void; onTyped?: never }
  /** Called with the text while it is no number, where that is kept, or what was there before. */
  | { onTyped: (value: Typed) => void; onChange?: never }

/**
 * Enter a number, with steppers large enough for gloves. A comma or a point separates the decimals. A text that is no
 * number says so, and its form is not sent; once left, a field outside of a form shows what was taken. An owner that
 * needs a number ignores null: an emptied field shows the number before once it is left.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, unit, disabled, step = 1, whole = false } = props
  const made = useId()
  const id = props.id ?? made
  const [text, setText] = useState(() => writeTyped(value))
  const keepsText = props.onTyped !== undefined
  const take = (typed: Typed) =>
    props.onTyped ? props.onTyped(typed) : props.onChange(typeof typed === 'string' ? null : typed)
  const showValue = () =>
    setText((shown) => {
      const typed = readField(shown, whole)
      const taken = typeof typed === 'string' && !keepsText ? null : typed
      return taken === value ? shown : writeTyped(value)
    })
  useEffect(showValue, [value, whole, keepsText])
  const isUnread = typeof readField(text, whole) === 'string'
  const facts = isUnread ? { ...props, error: sayUnread(text) } : props
  const move = (direction: 1 | -1) => take(stepNumber(value, direction * step, props))
  return (
    <FieldShell id={id} facts={facts}>
      <span className={styles.box}>
        <input
          {...describeInput(id, facts)}
          className={styles.input}
          data-number=""
          data-unread={isUnread || undefined}
          inputMode="decimal"
          autoComplete="off"
          role="spinbutton"
          aria-valuenow={typeof value === 'number' ? value : undefined}
          aria-valuemin={props.min}
          aria-valuemax={props.max}
          disabled={disabled}
          placeholder={props.placeholder}
          value={text}
          // Keep what cannot be read in a form: shown as the number before, it would be sent unseen.
          onBlur={(event) => (isUnread && event.target.form !== null) || showValue()}
          onChange={(event) => {
            setText(event.target.value)
            take(readField(event.target.value, whole))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            move(event.key === 'ArrowUp' ? 1 : -1)
          }}
        />
        {unit && <span className={styles.unit}>{unit}</span>}
        <Stepper name="minus" label={t('parts.number.less')} onPress={() => move(-1)} />
        <Stepper name="plus" label={t('parts.number.more')} onPress={() => move(1)} />
      </span>
    </FieldShell>
  )
}

function readField(text: string, whole: boolean): Typed {
  return readTyped(text, whole ? readWhole : readNumber)
}

/** Say why a text is no number, or no whole one. */
function sayUnread(text: string): string {
  if (mayBeThousands(text)) return t('parts.number.thousands')
  return t(readNumber(text) === null ? 'fault.number' : 'fault.integer')
}

function Stepper(props: { name: 'minus' | 'plus'; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.inner}
      aria-label={props.label}
      onClick={props.onPress}
    >
      <Icon name={props.name} />
    </button>
  )
}
