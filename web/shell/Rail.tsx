import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { account } from '../state/session.ts'
import { findCurrent, listNavigation, type NavigationEntry } from './navigation.ts'
import styles from './Rail.module.css'
import { RailMore } from './RailMore.tsx'

/** Return true if the rail starts collapsed: as it was left, or at first if the page needs the room. */
function startsCollapsed(): boolean {
  const left = localStorage.getItem('rail')
  return left ? left === 'collapsed' : innerWidth >= 700 && innerWidth < 1000
}

/** Show the left rail by permission: words and icons, icons alone when collapsed, a bar at the bottom when narrow. */
export function Rail() {
  const [path] = useLocation()
  const [collapsed, setCollapsed] = useState(startsCollapsed)
  const groups = listNavigation(account.value?.permissions ?? [])
  const all = groups.flatMap(({ entries }) => entries)
  const current = findCurrent(all, path)
  const toggle = () => {
    localStorage.setItem('rail', collapsed ? 'open' : 'collapsed')
    setCollapsed(!collapsed)
  }
  return (
    <nav
      className={styles.rail}
      data-collapsed={collapsed || undefined}
      aria-label={t('nav.label')}
    >
      {groups.map(({ label, entries }) => (
        <div key={label ?? ''} className={styles.group}>
          {label && <p className={styles.heading}>{t(label)}</p>}
          <ul>
            {entries.map((entry) => (
              <Entry
                key={entry.path}
                entry={entry}
                current={entry === current}
                collapsed={collapsed}
              />
            ))}
          </ul>
        </div>
      ))}
      <RailMore entries={all.filter(({ minor }) => minor)} current={current} />
      <button type="button" className={styles.collapse} aria-expanded={!collapsed} onClick={toggle}>
        <Icon name={collapsed ? 'next' : 'back'} />
        <span className={styles.word}>{t(collapsed ? 'nav.expand' : 'nav.collapse')}</span>
      </button>
    </nav>
  )
}

function Entry(props: { entry: NavigationEntry; current: boolean; collapsed: boolean }) {
  const { entry, current, collapsed } = props
  const label = t(entry.label)
  return (
    <li data-minor={entry.minor}>
      <Link
        href={entry.path}
        className={styles.entry}
        aria-current={current ? 'page' : undefined}
        title={collapsed ? label : undefined}
      >
        <Icon name={entry.icon} size={18} />
        <span className={styles.word} data-short={entry.short && t(entry.short)}>
          <span>{label}</span>
        </span>
      </Link>
    </li>
  )
}
