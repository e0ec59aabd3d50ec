import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import styles from './SidePanel.module.css'

/** Edit beside the list, which stays in view and in reach. Escape closes the panel. */
export function SidePanel(props: {
  title: string
  /** Name in the address that shows this panel: what is typed in it is lost with another record. */
  part?: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
}) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const { top = 0 } = panel.current?.getBoundingClientRect() ?? {}
    // Keep the page still where the head can be seen: to bring the foot into view would move the page's heading away.
    panel.current?.focus({ preventScroll: top >= 0 && top < innerHeight })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside
      ref={panel}
      className={styles.panel}
      data-part={props.part}
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
    >
      <header className={styles.head}>
        <h2>{props.title}</h2>
        <Button kind="plain" icon="close" iconOnly onClick={props.onClose}>
          {t('parts.close')}
        </Button>
      </header>
      <div className={styles.main}>{props.children}</div>
      {props.actions && <footer className={styles.actions}>{props.actions}</footer>}
    </aside>
  )
}
