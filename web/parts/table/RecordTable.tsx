import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { classNames } from '../class-names.ts'
import type { Column, Sort } from './column.ts'
import { columnWidth, listRange } from './column.ts'
import { useScrollEdges } from '../scroll/use-scroll-edges.ts'
import styles from './RecordTable.module.css'
import look from './TableLook.module.css'
import { TableBar } from './TableBar.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { pageSizes, type Paging } from './paging.ts'
import { type TableModel, useTableModel } from './table-model.ts'
import { useRowHeight } from './use-row-height.ts'
import { useRowWindow } from './use-row-window.ts'

export type RecordTableProps<Row extends object> = {
  /** What the rows are, for screen readers. */
  label: string
  /** Keep these two outside the component or memoised: a new array sorts everything again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Sort, filter and hidden columns are the screen's, so it can keep them in the URL. */
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  /** The service has put the rows in the order of `sort`, since not all of them are on this page. */
  isSorted?: boolean
  filter?: string
  onFilter?: (filter: string) => void
  /** Page and rows per page; without it all rows are on one page, and no other way is offered. */
  paging?: Paging
  hidden?: ReadonlySet<string>
  onHidden?: (hidden: Set<string>) => void
  /** Enter, or a press; with `onSelect` a double press. */
  onOpen?: (row: Row) => void
  /** Rows that belong to the shared selection; Ctrl adds, Shift takes a range. */
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
  /** The row under the pointer, to light up its well and its curve. */
  onHover?: (id: string | null) => void
  /** A row that is pointed at elsewhere, on its plate or in its chart: asked anew when a signal that it reads changes. */
  isPointed?: ((row: Row) => boolean) | undefined
  /** Stands in the place of rows when there are none at all: an EmptyState. */
  empty: ReactNode
  /** Buttons at the end of the table's bar. */
  tools?: ReactNode
  loading?: boolean
}

const noneHidden: ReadonlySet<string> = new Set()

/** A table of records: sorted, filtered, read by keyboard, smooth with 50,000 rows. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { columns, rows, rowId, filter = '', hidden = noneHidden, selected, paging } = props
  const shownSort = props.sort ?? null
  const sort = props.isSorted ? null : shownSort
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  const height = useRowHeight()
  const model = useTableModel({ columns, rows, rowId, sort, filter, hidden, paging })
  const shown = useMemo(() => columns.filter((one) => !hidden.has(one.id)), [columns, hidden])
  const { from, to, show } = useRowWindow(scroller, model.length, height)
  const keys = useRowKeys(props, model, show)
  const scrolledPage = useRef(model.span.page)
  useEffect(() => {
    // Not when it is drawn first: to scroll, the browser would lay the whole page out before its time.
    if (scrolledPage.current === model.span.page) return
    scrolledPage.current = model.span.page
    if (scroller.current) scroller.current.scrollTop = 0
  }, [model.span.page])
  const drawn = Array.from({ length: to - from }, (_, at) => from + at)
  const onClick = (event: MouseEvent) => {
    const at = findRow(event)
    if (at !== null) keys.press(at, event)
  }
  return (
    <div className={styles.frame} aria-busy={props.loading}>
      <TableBar
        {...props}
        shown={model.count}
        total={rows.length}
        filter={filter}
        hidden={hidden}
      />
      <div ref={scroller} className={classNames(look.scroller, styles.scroller)}>
        <table
          className={look.table}
          style={{ minWidth: shown.reduce((sum, column) => sum + columnWidth(column), 0) }}
          role="grid"
          aria-label={props.label}
          aria-rowcount={model.count + 1}
          aria-multiselectable={props.onSelect ? true : undefined}
          aria-activedescendant={model.at(keys.active) ? `${id}-${keys.active}` : undefined}
          tabIndex={0}
          onKeyDown={keys.onKeyDown}
          onClick={onClick}
          onDoubleClick={(event) => {
            const row = model.at(findRow(event) ?? -1)
            if (row && props.onSelect) props.onOpen?.(row.original)
          }}
          onPointerLeave={() => props.onHover?.(null)}
        >
          <TableHead columns={shown} sort={shownSort} onSort={props.onSort} />
          <tbody>
            <Spacer height={from * height} />
            {drawn.map((index) => {
              const row = model.at(index)
              if (!row) return null
              return (
                <TableRow
                  key={row.id}
                  id={`${id}-${index}`}
                  index={index}
                  place={model.span.from + index}
                  row={row.original}
                  columns={shown}
                  active={index === keys.active}
                  selected={selected?.has(row.id)}
                  opens={props.onOpen !== undefined}
                  isPointed={props.isPointed}
                  onHover={props.onHover && (() => props.onHover?.(row.id))}
                />
              )
            })}
            <Spacer height={(model.length - to) * height} />
          </tbody>
        </table>
        {rows.length === 0 && !props.loading && props.empty}
        {rows.length > 0 && model.count === 0 && (
          <div className={styles.none}>
            <span>{t('parts.table.none')}</span>
            <Button onClick={() => props.onFilter?.('')}>{t('parts.table.clear')}</Button>
          </div>
        )}
      </div>
      {paging && model.count > pageSizes[0] && <TableFoot count={model.count} paging={paging} />}
    </div>
  )
}

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function findRow(event: MouseEvent): number | null {
  const target = event.target as Element
  if (target.closest('a, button, input, select, label')) return null
  const at = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return at === undefined ? null : Number(at)
}

/** The row in focus, and what keys and presses do with it. */
function useRowKeys<Row extends object>(
  props: RecordTableProps<Row>,
  model: TableModel<Row>,
  show: (at: number) => void,
) {
  const { page, pages } = model.span
  const [pointed, setPointed] = useState({ page, at: -1 })
  // Another page begins at its beginning.
  const active = pointed.page === page ? pointed.at : Math.min(pointed.at, 0)
  const setActive = (at: number) => setPointed({ page, at })
  const anchor = useRef<string | null>(null)
  const turn = (step: 1 | -1) => {
    const next = page + step
    if (props.paging && next >= 1 && next <= pages)
      props.paging.onPaging({ rows: props.paging.rows, page: next })
  }
  const select = (at: number, keep: boolean, range: boolean) => {
    const id = model.at(at)?.id
    if (id === undefined || !props.onSelect) return
    const next = new Set(keep || range ? props.selected : undefined)
    if (range) for (const one of listRange(model.ids(), anchor.current ?? id, id)) next.add(one)
    else if (keep && next.has(id)) next.delete(id)
    else next.add(id)
    if (!range) anchor.current = id
    props.onSelect(next)
  }
  const open = (at: number) => {
    const row = model.at(at)
    if (row) props.onOpen?.(row.original)
  }
  const press = (at: number, event: MouseEvent) => {
    setActive(at)
    if (props.onSelect) select(at, event.ctrlKey || event.metaKey, event.shiftKey)
    else open(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.altKey && (event.key === 'PageDown' || event.key === 'PageUp')) {
      event.preventDefault()
      return turn(event.key === 'PageDown' ? 1 : -1)
    }
    const at = moveActive(event.key, active, model.length)
    if (at !== null) {
      setActive(at)
      show(at)
      if (event.shiftKey) select(at, true, true)
    } else if (event.key === 'Enter') open(active)
    else if (event.key === ' ') select(active, true, event.shiftKey)
    else if (isSelectAll(event) && props.onSelect) props.onSelect(new Set(model.ids()))
    else return
    event.preventDefault()
  }
  return { active: Math.min(active, model.length - 1), press, onKeyDown }
}

/** Return true for Ctrl+A or Cmd+A; Caps Lock sends a capital letter. */
function isSelectAll({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (ctrlKey || metaKey)
}

/** The row a key goes to; null for a key that goes nowhere. */
function moveActive(key: string, active: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 }
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, active + step))
}
