import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button, type ButtonProps } from './Button.tsx'
import button from './Button.module.css'
import styles from './HoldButton.module.css'

/**
 * Show a button for an action that cannot be undone: held down it acts at once, pressed shortly or by the keyboard it
 * asks first. Letting go early does nothing, because fingers in gloves slip.
 */
export function HoldButton(
  props: Omit<ButtonProps, 'onClick'> & {
    holdMs: number
    onHold: () => void
    /** By keyboard, by a screen reader, and by a short press. */
    onPress: () => void
    /** Effect of holding the button, in words. */
    hint: string
  },
) {
  const { holdMs, onHold, onPress, hint, children, ...rest } = props
  const idle = Boolean(rest.busy || rest.disabledReason)
  const [holding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const held = useRef(false)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      className={styles.hold}
      data-holding={holding || undefined}
      style={{ '--hold': `${holdMs}ms` } as CSSProperties}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Button
        {...rest}
        onPointerDown={(event) => {
          held.current = false
          if (idle || event.button !== 0) return
          setHolding(true)
          timer.current = setTimeout(() => {
            held.current = true
            setHolding(false)
            onHold()
          }, holdMs)
        }}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onClick={() => {
          if (held.current) held.current = false
          else onPress()
        }}
      >
        {children}
      </Button>
      <span className={classNames(button.tip, styles.hint)} aria-hidden="true">
        {hint}
      </span>
    </span>
  )
}
