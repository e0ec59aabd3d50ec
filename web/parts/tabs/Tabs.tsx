import type { KeyboardEvent, ReactNode } from 'react'
import { useDeferredValue, useId, useLayoutEffect, useRef } from 'react'
import { useScrollEdges } from '../scroll/use-scroll-edges.ts'
import styles from './Tabs.module.css'

export type TabEntry = { id: string; label: string; count?: number; content: ReactNode }

/**
 * Show views of one thing, one at a time; only the visible one is drawn. The chosen tab belongs in the URL: give it as
 * `selected`. Arrows follow the direction of the text. The tab is chosen at once; a slow view appears when it is drawn,
 * and blocks nothing until then.
 */
export function Tabs(props: {
  label: string
  tabs: readonly TabEntry[]
  selected: string
  onSelect: (id: string) => void
}) {
  const { tabs, onSelect } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.find((tab) => tab.id === props.selected) ?? tabs[0]
  const drawnId = useDeferredValue(shown?.id)
  useScrollEdges(list)
  useLayoutEffect(() => showWhole(list.current, shown?.id), [shown?.id])
  if (!shown) return null
  const drawn = tabs.find((tab) => tab.id === drawnId) ?? shown
  const onKeyDown = (event: KeyboardEvent) => {
    const turned = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = findTab(event.key, tabs.indexOf(shown), tabs.length, turned)
    const next = at === null ? undefined : tabs[at]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div
        ref={list}
        role="tablist"
        className={styles.list}
        aria-label={props.label}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            data-tab={tab.id}
            className={styles.tab}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        className={styles.panel}
        aria-labelledby={`${id}-${drawn.id}`}
        aria-busy={drawn !== shown}
        tabIndex={0}
      >
        {drawn.content}
      </div>
    </div>
  )
}

/** Scroll the row of tabs, and nothing around it, until the chosen tab is in its middle. */
function showWhole(list: HTMLElement | null, id = ''): void {
  const tab = list?.querySelector(`[data-tab="${CSS.escape(id)}"]`)
  if (!list || !tab) return
  const [row, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  list.scrollLeft += own.left + own.width / 2 - (row.left + row.width / 2)
}

/** Find the tab to which a key moves, around the ends; null for other keys. */
function findTab(key: string, at: number, count: number, turned: boolean): number | null {
  const next = turned ? 'ArrowLeft' : 'ArrowRight'
  const back = turned ? 'ArrowRight' : 'ArrowLeft'
  if (key === next) return (at + 1) % count
  if (key === back) return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
