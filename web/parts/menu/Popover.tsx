import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Menu.module.css'
import { placeBelow } from './menu-focus.ts'

/**
 * Show a button that opens a small panel of fields, such as the settings of a view. Use the browser's own popover (top
 * layer, Escape, press outside); the focus goes to the first field.
 */
export function Popover(props: {
  label: string
  icon: IconName
  /** Draw only the icon; the label is read aloud and is the tooltip. */
  iconOnly?: boolean
  /** A setting inside differs from what is usual. */
  changed?: boolean
  /** A function draws them only while the panel is open. */
  children: ReactNode | (() => ReactNode)
}) {
  const { label, icon, iconOnly = false, changed = false, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!open || !button.current || !panel.current) return
    placeBelow(button.current, panel.current)
    panel.current.querySelector<HTMLElement>('select, input:enabled, button')?.focus()
  }, [open])
  return (
    <span className={styles.holder}>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        data-wide={iconOnly ? undefined : ''}
        data-changed={changed || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={iconOnly ? label : undefined}
        popoverTarget={id}
      >
        <Icon name={icon} />
        <span className={iconOnly ? 'visually-hidden' : undefined}>{label}</span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.fields}
        onToggle={({ newState, target, currentTarget }) => {
          // Ignore the tips of buttons inside, which are popovers as well.
          if (target === currentTarget) setOpen(newState === 'open')
        }}
      >
        {typeof children === 'function' ? open && children() : children}
      </div>
    </span>
  )
}
