import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import type { NavigationEntry, NavigationGroup } from './navigation.ts'
import styles from './Rail.module.css'

/**
 * Show the entries for which the narrow bar has no room, one press away. The wide rail has all of them and does not
 * show this.
 */
export function RailMore(props: {
  groups: readonly NavigationGroup[]
  current: NavigationEntry | undefined
}) {
  const { groups, current } = props
  const behind = groups
    .map(({ label, entries }) => ({ label, entries: entries.filter(({ minor }) => minor) }))
    .filter(({ entries }) => entries.length > 0)
  const id = useId()
  const card = useRef<HTMLUListElement>(null)
  if (behind.length === 0) return null
  return (
    <div className={styles.more}>
      <button
        type="button"
        className={styles.entry}
        popoverTarget={id}
        aria-current={current?.minor ? 'true' : undefined}
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
        {behind.map(({ label, entries }) => (
          <li key={label ?? ''}>
            {label && <p className={styles.title}>{t(label)}</p>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <Link
                    href={entry.path}
                    className={styles.choice}
                    aria-current={current?.path === entry.path ? 'page' : undefined}
                  >
                    <Icon name={entry.icon} size={18} />
                    {t(entry.label)}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
