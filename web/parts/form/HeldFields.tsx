import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import styles from './Field.module.css'

/**
 * Hold the fields of a form while it is sent: what is typed meanwhile would be lost with it, as it is not in what was sent. The field
 * that had the focus has it again where the form stays.
 */
export function HeldFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  // Read while it is drawn: a field that is held has lost the focus.
  const before = useMemo(() => (busy ? document.activeElement : null), [busy])
  useLayoutEffect(() => {
    if (!(before instanceof HTMLElement)) return undefined
    return () => {
      const { activeElement: now, body } = document
      // Leave the focus where the person has gone meanwhile.
      if (now === null || now === body) before.focus({ preventScroll: true })
    }
  }, [before])
  return (
    <fieldset role="none" className={styles.held} disabled={busy}>
      {children}
    </fieldset>
  )
}
