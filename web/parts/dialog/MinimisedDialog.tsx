import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './Dialog.module.css'

let bar: HTMLElement | null = null

/** Return the bar at the foot of the page, one for all minimised dialogs; it exists while there are some. */
function asideBar(): HTMLElement {
  bar ??= document.createElement('div')
  bar.className = styles.aside ?? ''
  bar.setAttribute('role', 'region')
  bar.setAttribute('aria-label', t('parts.aside'))
  if (!bar.isConnected) document.body.append(bar)
  return bar
}

/** Show a minimised dialog in the bar: take the focus, say how long it is kept, and restore it. */
export function MinimisedDialog({ title, onRestore }: { title: string; onRestore: () => void }) {
  const note = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Wait until the dialog has given the focus back to what opened it.
    const timer = setTimeout(() => button.current?.focus(), 50)
    return () => {
      clearTimeout(timer)
      setTimeout(() => bar?.childElementCount === 0 && bar.remove())
    }
  }, [])
  return createPortal(
    <span className={styles.put}>
      <button
        ref={button}
        type="button"
        className={styles.restore}
        data-minimised
        aria-label={t('parts.bringBack', { title })}
        title={t('parts.bringBack', { title })}
        aria-describedby={note}
        onClick={onRestore}
      >
        <Icon name="restore" />
        <span>{title}</span>
      </button>
      <small id={note}>{t('parts.aside.text')}</small>
    </span>,
    asideBar(),
  )
}
