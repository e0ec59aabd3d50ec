import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './EmptyState.module.css'

/** Explain an empty list: what belongs here, with the button to make it. */
export function EmptyState(props: {
  title: string
  /** One sentence, where the title does not say it all. */
  children?: ReactNode
  icon?: IconName
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {props.icon && <Icon name={props.icon} size={32} />}
      <h2>{props.title}</h2>
      {props.children && <p>{props.children}</p>}
      {props.action}
    </div>
  )
}
