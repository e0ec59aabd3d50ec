import { type ReactNode, useId, useRef } from 'react'
import styles from './Dropdown.module.css'

/** Id of the card with the messages. */
export const trayId = 'message-tray'

/** Open the card with the messages, as its button does. */
export function openTray(): void {
  document.getElementById(trayId)?.showPopover()
}

/** Show a button of the top bar with its content: the browser's own popover, closed by Escape or a press outside. */
export function Dropdown(props: {
  /** Name for screen readers and the tooltip. */
  label: string
  trigger: ReactNode
  /** Id of the card, for what opens it from elsewhere. */
  id?: string
  /** Room for messages of several lines. */
  wide?: boolean
  /** Pressing anything in it with the attribute `data-closes` closes it. */
  children: ReactNode
}) {
  const made = useId()
  const { id = made } = props
  const card = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        popoverTarget={id}
        aria-label={props.label}
        title={props.label}
      >
        {props.trigger}
      </button>
      <div
        ref={card}
        id={id}
        popover="auto"
        className={styles.card}
        data-wide={props.wide || undefined}
        onClick={(event) => {
          if ((event.target as Element).closest('[data-closes]')) card.current?.hidePopover()
        }}
      >
        {props.children}
      </div>
    </>
  )
}
