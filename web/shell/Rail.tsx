import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useRouter } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { paths } from '../paths.ts'
import { routes } from '../routes.tsx'
import { account } from '../state/session.ts'
import { findRoute } from './find-route.ts'
import {
  findCurrent,
  listNavigation,
  type NavigationEntry,
  type NavigationGroup,
} from './navigation.ts'
import styles from './Rail.module.css'
import { RailMore } from './RailMore.tsx'
import { keepItem } from '../keep-item.ts'

/** Return true if the person left the rail collapsed, false for open, null if nothing was chosen. */
function readChoice(): boolean | null {
  const left = localStorage.getItem('rail')
  return left === null ? null : left === 'collapsed'
}

/** Return true if a page needs the room: plate and curves of a run are side by side on a laptop. */
function needsRoom(path: string): boolean {
  const isRun = path.startsWith(paths.analysis('')) || path.startsWith('/local/')
  return innerWidth >= 700 && innerWidth < (isRun ? 1500 : 1000)
}

/** Show the left rail by permission: words and icons, icons alone when collapsed, a bar at the bottom when narrow. */
export function Rail() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const [chosen, setChosen] = useState(readChoice)
  const collapsed = chosen ?? needsRoom(path)
  const groups = listNavigation(account.value?.permissions ?? [])
  const all = groups.flatMap(({ entries }) => entries)
  const current = findCurrent(all, findRoute(parser, routes, path)?.list ?? path)
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    const entry = rail.current?.querySelector('[aria-current=page]')
    if (!entry) return undefined
    // Show the entry of a page that was opened by its address or the palette, which may be below the fold of the rail. Use an observer, which looks
    // after the next layout: to ask here would make the browser lay the whole first page out once more.
    const observer = new IntersectionObserver((_seen, own) => {
      own.disconnect()
      entry.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(entry)
    return () => observer.disconnect()
  }, [current?.path])
  const toggle = () => {
    keepItem('rail', collapsed ? 'open' : 'collapsed')
    setChosen(!collapsed)
  }
  return (
    <nav
      ref={rail}
      className={styles.rail}
      data-on-screen
      data-collapsed={collapsed || undefined}
      aria-label={t('nav.label')}
    >
      {groups.map((group) => (
        <Group key={group.label ?? ''} group={group} current={current} collapsed={collapsed} />
      ))}
      <RailMore groups={groups} current={current} />
      <button type="button" className={styles.collapse} aria-expanded={!collapsed} onClick={toggle}>
        <Icon name={collapsed ? 'next' : 'back'} />
        <span className={styles.word}>{t(collapsed ? 'nav.expand' : 'nav.collapse')}</span>
      </button>
    </nav>
  )
}

/** Groups that the person has closed, on this machine. */
const closedName = 'rail-closed'

function readClosed(): string[] {
  return (localStorage.getItem(closedName) ?? '').split(',').filter(Boolean)
}

/** Show a group under its heading, which closes it; the current entry stays in sight. */
function Group(props: {
  group: NavigationGroup
  current: NavigationEntry | undefined
  collapsed: boolean
}) {
  const { group, current, collapsed } = props
  const { label, entries } = group
  const [closed, setClosed] = useState(() => label !== null && readClosed().includes(label))
  const id = useId()
  const toggle = () => {
    const others = readClosed().filter((one) => one !== label)
    keepItem(closedName, [...others, ...(closed ? [] : [label])].join(','))
    setClosed(!closed)
  }
  return (
    <div className={styles.group} data-closed={(closed && !collapsed) || undefined}>
      {label && (
        <button
          type="button"
          className={styles.heading}
          aria-expanded={!closed}
          aria-controls={id}
          tabIndex={collapsed ? -1 : undefined}
          onClick={toggle}
        >
          {t(label)}
          <Icon name={closed ? 'next' : 'down'} />
        </button>
      )}
      <ul id={id}>
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} current={entry === current} collapsed={collapsed} />
        ))}
      </ul>
    </div>
  )
}

function Entry(props: { entry: NavigationEntry; current: boolean; collapsed: boolean }) {
  const { entry, current, collapsed } = props
  const label = t(entry.label)
  return (
    <li data-minor={entry.minor} data-current={current || undefined}>
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
