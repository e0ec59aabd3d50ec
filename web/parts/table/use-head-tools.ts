import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { type ColumnLayout, moveColumn, shownColumns, sizeColumn } from './column-layout.ts'

/** A heading follows the pointer after so many pixels: less is a press. */
const dragPx = 6
/** Change of a width by one press of a key, in pixels. */
const stepPx = 16

type Widths = Record<string, number>
type Row = RefObject<HTMLTableRowElement | null>

export interface HeadOptions {
  columns: readonly { id: string; header: string; fixed?: boolean }[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  /** Show widths while an edge is dragged; null when that is over. */
  onSizing: (widths: Widths | null) => void
  /** Say in words what a key has done. */
  onSaid: (words: string) => void
  row: Row
}

/** Let people size and move columns at their headings, by pointer and keys. */
export function useHeadTools(options: HeadOptions) {
  const { columns, layout, row, onLayout, onSaid } = options
  const moving = useMoving(options)
  const edge = useSizing(options)
  const nameOf = (id: string) => columns.find((one) => one.id === id)?.header ?? id
  const stepTo = (id: string, way: number) => {
    const shown = shownColumns(columns, layout)
    const at = shown.findIndex((one) => one.id === id) + way
    const next = shown[at]
    if (!next) return
    onLayout(moveColumn(columns, layout, id, next.id))
    onSaid(t('parts.table.movedTo', { column: nameOf(id), place: at + 1, count: shown.length }))
  }
  const sizeBy = (id: string, way: number) => {
    const next = sizedLayout(options, id, readWidths(row), way * stepPx)
    onLayout(next)
    onSaid(t('parts.table.sizedTo', { column: nameOf(id), width: next.widths[id] ?? 0 }))
  }
  const heading = (id: string) => ({
    ...moving.heading(id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const right = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (right === undefined || event.altKey === event.shiftKey) return
      event.preventDefault()
      const button = event.currentTarget
      const act = event.altKey ? stepTo : sizeBy
      act(id, wayOf(row, right))
      // Give the focus back, which an element loses when it is put elsewhere.
      requestAnimationFrame(() => button.focus())
    },
  })
  return { ...moving, heading, edge }
}

/** Change the width of a column by the edge where it ends; a double press gives it the width of its content. */
function useSizing(options: HeadOptions) {
  const { layout, onLayout, onSizing, row } = options
  const begun = useRef<{ x: number; widths: Widths } | null>(null)
  const end = () => {
    begun.current = null
    onSizing(null)
  }
  return (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = { x: event.clientX, widths: readWidths(row) }
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      const from = begun.current
      if (!from) return
      onSizing(sizedLayout(options, id, from.widths, wayOf(row, clientX - from.x)).widths)
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const from = begun.current
      end()
      if (!from || clientX === from.x) return
      onLayout(sizedLayout(options, id, from.widths, wayOf(row, clientX - from.x)))
    },
    onPointerCancel: end,
    onDoubleClick: () => onLayout(sizeColumn(layout, id, null)),
  })
}

/** Move a column by dragging its heading over another one. */
function useMoving({ columns, layout, onLayout, row }: HeadOptions) {
  const [dragged, drag] = useState<{ id: string; over: string } | null>(null)
  const begun = useRef<{ x: number; over?: string } | null>(null)
  const isDragged = useRef(false)
  const end = () => {
    begun.current = null
    drag(null)
  }
  const heading = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isDragged.current = false
      // Leave a finger to scroll the table; it moves columns in the menu.
      if (event.pointerType === 'touch' || event.button !== 0) return
      begun.current = { x: event.clientX }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = begun.current
      if (!from || (!from.over && Math.abs(event.clientX - from.x) < dragPx)) return
      if (!from.over) event.currentTarget.setPointerCapture(event.pointerId)
      isDragged.current = true
      from.over = columnAt(row, event.clientX) ?? from.over ?? id
      drag({ id, over: from.over })
    },
    onPointerUp: () => {
      const over = begun.current?.over
      end()
      if (over && over !== id) onLayout(moveColumn(columns, layout, id, over))
    },
    onPointerCancel: end,
  })
  /** Return the side of a heading at which the dragged column would be put. */
  const dropSide = (id: string): 'start' | 'end' | undefined => {
    if (dragged?.over !== id || dragged.id === id) return undefined
    const order = shownColumns(columns, layout).map((one) => one.id)
    return order.indexOf(id) < order.indexOf(dragged.id) ? 'start' : 'end'
  }
  return { heading, dropSide, dragged: dragged?.id, wasDragged: () => isDragged.current }
}

/**
 * Return the layout with a column that is wider by some pixels. The others keep the width that they have on screen, or
 * they would move under the pointer; the last one takes what is left.
 */
function sizedLayout(
  { columns, layout }: HeadOptions,
  id: string,
  seen: Widths,
  by: number,
): ColumnLayout {
  const shown = shownColumns(columns, layout)
  const kept = shown.flatMap((one, at): [string, number][] => {
    const width = layout.widths[one.id] ?? seen[one.id] ?? 0
    return at < shown.length - 1 || one.id in layout.widths ? [[one.id, Math.round(width)]] : []
  })
  const widths = { ...layout.widths, ...Object.fromEntries(kept) }
  return sizeColumn({ ...layout, widths }, id, (seen[id] ?? 0) + by)
}

function listHeadings(row: Row): HTMLElement[] {
  return [...(row.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
}

function readWidths(row: Row): Widths {
  return Object.fromEntries(
    listHeadings(row).map((cell) => [cell.dataset['column'], cell.getBoundingClientRect().width]),
  )
}

/** Find the column whose heading is at a place in the window. */
function columnAt(row: Row, x: number): string | null {
  const found = listHeadings(row).find((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return left <= x && x < right
  })
  return found?.dataset['column'] ?? null
}

/** Return a way along the text: where that runs from right to left, the left is further on. */
function wayOf(row: Row, right: number): number {
  const isTurned = row.current !== null && getComputedStyle(row.current).direction === 'rtl'
  return isTurned ? -right : right
}
