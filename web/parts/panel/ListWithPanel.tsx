import type { ReactNode } from 'react'
import styles from './ListWithPanel.module.css'

/** Show a list, and beside it the `SidePanel` of its open record; on a narrow screen the panel comes first. */
export function ListWithPanel(props: { children: ReactNode; panel: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.list}>{props.children}</div>
      {props.panel}
    </div>
  )
}
