import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Button.module.css'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  /** One `primary` per page: the next step. `danger` cannot be undone. `plain` has no frame. */
  kind?: 'primary' | 'secondary' | 'plain' | 'danger'
  icon?: IconName
  /** Why the action is not to be had now. The button stays reachable, so the reason can be read. */
  disabledReason?: string | null | undefined
  /** Work under way: a second press does nothing. */
  busy?: boolean
  /** Only the icon is drawn; `children` become the name for screen readers and the tooltip. */
  iconOnly?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A native button that can say why it is not available. */
export function Button(props: ButtonProps) {
  const {
    kind = 'secondary',
    icon,
    disabledReason,
    busy = false,
    iconOnly = false,
    ...rest
  } = props
  const { children, className, onClick, ...attributes } = rest
  const reasonId = useId()
  const idle = busy || Boolean(disabledReason)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <span className={styles.holder}>
      <button
        type="button"
        {...attributes}
        className={classNames(styles.button, styles[kind], iconOnly && styles.iconOnly, className)}
        aria-disabled={idle || undefined}
        aria-busy={busy || undefined}
        aria-describedby={disabledReason ? reasonId : attributes['aria-describedby']}
        onClick={press}
      >
        {busy ? <Spinner /> : icon && <Icon name={icon} />}
        <Label hidden={iconOnly}>{children}</Label>
      </button>
      {(disabledReason || iconOnly) && (
        <span id={reasonId} role="tooltip" className={styles.tip}>
          {disabledReason || children}
        </span>
      )}
    </span>
  )
}

function Label({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  if (children == null) return null
  return <span className={hidden ? 'visually-hidden' : styles.label}>{children}</span>
}

function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
