import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import type { NavigationEntry } from './navigation.ts'
import styles from './Rail.module.css'

/**
 * Show the entries for which the narrow bar has no room, one press away. The wide rail has all of them and does not
 * show this.
 */
export function RailMore(props: {
  entries: readonly NavigationEntry[]
  current: NavigationEntry | undefined
}) {
  const { entries, current } = props
  const id = useId()
  const card = useRef<HTMLUListElement>(null)
  if (entries.length === 0) return null
  return (
    <div className={styles.more}>
      <button
        type="button"
        className={styles.entry}
        popoverTarget={id}
        aria-current={current && entries.includes(current) ? 'true' : undefined}
      >
        <Icon name="menu" size={18} />
        <span className={styles.word}>{t('nav.more')}</span>
      </button>
      <ul
        ref={card}
        id={id}
        popover="auto"
        className={styles.card}
        onClick={() => card.current?.hidePopover()}
      >
        {entries.map(({ path, icon, label }) => (
          <li key={path}>
            <Link
              href={path}
              className={styles.choice}
              aria-current={current?.path === path ? 'page' : undefined}
            >
              <Icon name={icon} size={18} />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
