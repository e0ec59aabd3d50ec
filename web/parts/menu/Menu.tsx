import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Menu.module.css'
import { moveInMenu, placeMenu } from './menu-focus.ts'

export type MenuAction = {
  id: string
  label: string
  icon?: IconName
  /** Cannot be undone: drawn in the colour of faults. */
  danger?: boolean
  /** Reason that it is not available now; the item stays readable. */
  disabledReason?: string | null | undefined
  onPress: () => void
}

/**
 * Show a button that opens a list of actions. Without `trigger` it is the three dots. Use the browser's own popover
 * (top layer, Escape, press outside): every page has a menu, and a library for it would add fifty kilobytes to each
 * first load.
 */
export function Menu(props: { label?: string; trigger?: ReactNode; items: readonly MenuAction[] }) {
  const { label = t('parts.more'), trigger, items } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  if (items.length === 0) return null
  const close = () => {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <span className={styles.holder}>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        data-wide={trigger ? '' : undefined}
        aria-label={trigger ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          menu.current?.showPopover()
        }}
      >
        {trigger ?? <Icon name="more" />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onToggle={(event) => {
          const shown = event.newState === 'open'
          setOpen(shown)
          if (shown && button.current && menu.current) placeMenu(button.current, menu.current)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') close()
          else if (menu.current && moveInMenu(menu.current, event.key)) event.preventDefault()
        }}
      >
        {items.map((item) => (
          <Entry key={item.id} item={item} onDone={close} />
        ))}
      </div>
    </span>
  )
}

function Entry({ item, onDone }: { item: MenuAction; onDone: () => void }) {
  const { label, icon, danger, disabledReason, onPress } = item
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-danger={danger || undefined}
      aria-disabled={disabledReason ? true : undefined}
      onClick={() => {
        if (disabledReason) return
        onDone()
        onPress()
      }}
    >
      <span className={styles.icon}>{icon && <Icon name={icon} />}</span>
      <span>
        {label}
        {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
      </span>
    </button>
  )
}
