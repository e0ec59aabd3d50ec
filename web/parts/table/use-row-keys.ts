import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { listRange } from './column.ts'
import type { TableModel } from './table-model.ts'
import type { RecordTableProps } from './table-props.ts'

/** As wide as a menu gets, and how far it is from where a row begins, in pixels. */
const menuWidth = 280
const indent = 48

/** Keep the row in focus, and what keys and presses do with it. */
export function useRowKeys<Row extends object>(
  props: RecordTableProps<Row>,
  table: {
    model: TableModel<Row>
    show: (at: number) => void
    scroller: RefObject<HTMLElement | null>
  },
) {
  const { model, show } = table
  const { page, pages } = model.span
  const [pointed, setPointed] = useState({ page, at: -1 })
  // Begin another page at its beginning.
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
    if (props.onSelect && !props.boxes) select(at, event.ctrlKey || event.metaKey, event.shiftKey)
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
  const shown = Math.min(active, model.length - 1)
  useTableControl(props, table, { active: shown, setActive, select })
  return { active: shown, press, onKeyDown, select, page: usePageBox(props, model) }
}

function useTableControl<Row extends object>(
  { control }: RecordTableProps<Row>,
  { model, show, scroller }: Parameters<typeof useRowKeys<Row>>[1],
  keys: {
    active: number
    setActive: (at: number) => void
    select: (at: number, keep: boolean, range: boolean) => void
  },
): void {
  useImperativeHandle(control, () => ({
    move: (step) => {
      if (model.length === 0) return
      const at = Math.min(model.length - 1, Math.max(0, keys.active + step))
      keys.setActive(at)
      show(at)
      scroller.current?.querySelector('table')?.focus({ preventScroll: true })
    },
    active: () => model.at(keys.active)?.original ?? null,
    pick: (range) => keys.select(keys.active, true, range),
    place: () => {
      const table = scroller.current
      const row = table?.querySelector(`[data-row="${keys.active}"]`)
      if (!table || !row) return null
      // Measure by the frame, as a row may be wider than the window.
      const { left, right } = table.getBoundingClientRect()
      const { bottom } = row.getBoundingClientRect()
      const isTurned = getComputedStyle(table).direction === 'rtl'
      return { x: isTurned ? right - menuWidth - indent : left + indent, y: bottom }
    },
    ids: () => model.ids(),
  }))
}

/** Return the check box above the others, which selects or clears all rows of the page. */
function usePageBox<Row extends object>(
  { selected, onSelect, boxes }: RecordTableProps<Row>,
  model: TableModel<Row>,
) {
  const ids = boxes && selected?.size ? model.ids() : []
  const count = ids.filter((id) => selected?.has(id)).length
  const all = count > 0 && count === ids.length
  const onPick = () => {
    const next = new Set(selected)
    for (const id of model.ids()) {
      if (all) next.delete(id)
      else next.add(id)
    }
    onSelect?.(next)
  }
  return { checked: all, mixed: count > 0 && !all, onPick }
}

/** Return true for Ctrl+A or Cmd+A; Caps Lock sends a capital letter. */
function isSelectAll({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (ctrlKey || metaKey)
}

/** Return the row to which a key moves; null for other keys. */
function moveActive(key: string, active: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 }
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, active + step))
}
