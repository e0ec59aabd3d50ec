import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import { useCover } from '../scroll/use-cover.ts'
import styles from './Notice.module.css'

export type NoticeKind = 'error' | 'warning' | 'info' | 'done'

const icons: Record<NoticeKind, IconName> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  done: 'check',
}

/** Say in place what happened, to what, and what to do next. Errors are read out at once. */
export function Notice(props: {
  kind: NoticeKind
  title?: string
  children?: ReactNode
  /** A button or link that does the next thing. */
  action?: ReactNode
  /** Title and text follow each other in one line, where there is room. */
  inline?: boolean
  /** It stays in sight while the page is scrolled: what it is about can be seen to from anywhere on it, such as by a key. */
  stays?: boolean
}) {
  const { kind, title, children, action, inline, stays } = props
  const cover = useCover(stays ? '--stuck' : null)
  return (
    <div
      ref={cover}
      className={styles.notice}
      data-kind={kind}
      data-inline={inline || undefined}
      data-stays={stays || undefined}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon name={icons[kind]} size={18} />
      <div className={styles.words}>
        <span className="visually-hidden">{t(`parts.notice.${kind}`)}: </span>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
