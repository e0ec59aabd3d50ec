import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './Field.module.css'

/**
 * Hold the fields of a form while it is sent: what is typed meanwhile would be lost with it, as it is not in what was sent. The field
 * that had the focus has it again where the form stays.
 */
export function HeldFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const box = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { activeElement: now, body } = document
    if (busy) field.current = now instanceof HTMLElement && box.current?.contains(now) ? now : null
    // Leave the focus where the person has gone meanwhile.
    else if (now === null || now === body) field.current?.focus({ preventScroll: true })
  }, [busy])
  return (
    <fieldset ref={box} role="none" className={styles.held} disabled={busy}>
      {children}
    </fieldset>
  )
}
