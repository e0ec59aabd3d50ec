import { type ReactNode, useId, useRef } from 'react'
import styles from './Dropdown.module.css'

/** A button of the top bar and what it opens: the browser's own popover, closed by Escape or a press outside. */
export function Dropdown(props: {
  /** Name for screen readers and the tooltip. */
  label: string
  trigger: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget={id} aria-label={props.label} title={props.label}>
        {props.trigger}
      </button>
      <div ref={card} id={id} popover="auto" className={styles.card}>
        {props.children(() => card.current?.hidePopover())}
      </div>
    </>
  )
}
