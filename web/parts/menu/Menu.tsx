import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Menu.module.css'

export type MenuAction = {
  id: string
  label: string
  icon?: IconName
  /** Cannot be undone: drawn in the colour of faults. */
  danger?: boolean
  /** Why it is not to be had now; the item stays readable. */
  disabledReason?: string | null | undefined
  onPress: () => void
}

/** A button that opens a list of actions. Without `trigger` it is the three dots. */
export function Menu(props: {
  label?: string
  trigger?: ReactNode
  items: readonly MenuAction[]
}) {
  const { label = t('parts.more'), trigger, items } = props
  if (items.length === 0) return null
  return (
    <MenuTrigger>
      <AriaButton
        className={styles.trigger ?? ''}
        aria-label={label}
        {...(trigger ? { 'data-wide': '' } : {})}
      >
        {trigger ?? <Icon name="more" />}
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu
          className={styles.menu ?? ''}
          aria-label={label}
          disabledKeys={items.filter((item) => item.disabledReason).map((item) => item.id)}
          onAction={(key) => items.find((item) => item.id === key)?.onPress()}
        >
          {items.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function Entry({ item }: { item: MenuAction }) {
  const { id, label, icon, danger, disabledReason } = item
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={styles.item ?? ''}
      data-danger={danger || undefined}
    >
      <span className={styles.icon}>{icon && <Icon name={icon} />}</span>
      <span>
        {label}
        {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
      </span>
    </MenuItem>
  )
}
