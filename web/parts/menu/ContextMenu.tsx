import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Menu.module.css'
import type { MenuAction } from './Menu.tsx'
import { moveInMenu } from './menu-focus.ts'

/**
 * Show actions for the pressed element, at its place: by the right button, a long touch or the menu key. The focus
 * returns to its origin.
 */
export function ContextMenu(props: {
  label: string
  /** A place in the window. */
  at: { x: number; y: number }
  items: readonly MenuAction[]
  /** Above the actions: what they are about. */
  head?: ReactNode
  /** Below the actions, such as colours to choose from. */
  children?: ReactNode
  onClose: () => void
}) {
  const { at, items, onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  const { x, y } = at
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return undefined
    const before = document.activeElement as HTMLElement | null
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`
    element.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    return () => {
      if (element.contains(document.activeElement) || document.activeElement === document.body) {
        before?.focus()
      }
    }
  }, [x, y])
  return (
    <div
      ref={menu}
      popover="auto"
      className={styles.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Let Tab go on to what is no action, such as a colour to choose, where there is any.
        if (event.key === 'Tab') {
          if (!props.children) onClose()
        } else if (menu.current && moveInMenu(menu.current, event.key)) event.preventDefault()
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {props.head}
      <div role="menu" aria-label={props.label}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            data-danger={item.danger || undefined}
            aria-disabled={item.disabledReason ? true : undefined}
            onClick={() => {
              if (item.disabledReason) return
              onClose()
              item.onPress()
            }}
          >
            <span className={styles.icon}>{item.icon && <Icon name={item.icon} />}</span>
            <span>
              {item.label}
              {item.disabledReason && <span className={styles.reason}>{item.disabledReason}</span>}
            </span>
          </button>
        ))}
      </div>
      {props.children}
    </div>
  )
}
