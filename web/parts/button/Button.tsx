import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Button.module.css'
import { useTip } from './use-tip.ts'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  /** One `primary` per page: the next step. `danger` cannot be undone. `plain` has no frame. */
  kind?: 'primary' | 'secondary' | 'plain' | 'danger'
  icon?: IconName
  /** Reason that the action is not available now. The button stays reachable, so that the reason can be read. */
  disabledReason?: string | null | undefined
  /** Work under way: a second press does nothing. */
  busy?: boolean
  /** Only the icon is drawn; `children` become the name for screen readers and the tooltip. */
  iconOnly?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Show a native button that can explain why it is disabled. */
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
  const holder = useRef<HTMLSpanElement>(null)
  const { tip, show, hide } = useTip()
  const open = () => holder.current && show(holder.current)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!idle) return onClick?.(event)
    event.preventDefault()
    // Open it by touch, which points at nothing first.
    open()
  }
  return (
    <span
      ref={holder}
      className={styles.holder}
      onPointerEnter={open}
      onPointerLeave={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && open()}
      onBlur={hide}
    >
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
        <span
          ref={tip}
          id={reasonId}
          role="tooltip"
          popover="manual"
          data-reason={disabledReason ? true : undefined}
          className={classNames(styles.tip, styles.floating)}
        >
          {disabledReason || children}
        </span>
      )}
    </span>
  )
}

function Label({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  if (children == null) return null
  return <span className={hidden ? 'visually-hidden' : undefined}>{children}</span>
}

function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
