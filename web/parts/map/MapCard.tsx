import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import styles from './PlaceMap.module.css'

/** What is said of what was opened on the map. Escape closes it, and the focus goes back to where it came from. */
export function MapCard(props: { title: string; onClose: () => void; children: ReactNode }) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={card}
      className={styles.card}
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <header>
        <h2>
          <bdi>{props.title}</bdi>
        </h2>
        <Button kind="plain" icon="close" iconOnly onClick={props.onClose}>
          {t('parts.close')}
        </Button>
      </header>
      {props.children}
    </section>
  )
}
