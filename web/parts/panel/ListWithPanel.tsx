import type { ReactNode } from 'react'
import styles from './ListWithPanel.module.css'

/** A list, and beside it the `SidePanel` of what is open in it; on a narrow screen the panel comes first. */
export function ListWithPanel(props: { children: ReactNode; panel: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.list}>{props.children}</div>
      {props.panel}
    </div>
  )
}
