import type { PointerEvent, RefObject } from 'react'
import { useRef } from 'react'
import type { PlateShape, SelectMode, Wells } from './selection.ts'
import { findWellAt, listBlock, selectWells } from './selection.ts'

type Drag = { anchor: number; first: number; last: number; mode: SelectMode; before: Wells }

/**
 * Select wells by dragging. Make the rectangle again from the anchor to the well under the pointer, so that a fast drag
 * skips none; capture the pointer, so that it may leave the plate and come back.
 */
export function usePlateDrag(plate: {
  area: RefObject<HTMLElement | null>
  shape: PlateShape
  selected: Wells
  anchor: RefObject<number>
  /** A press adds a well or takes it out, as with Ctrl: for gloves and fingers. */
  adding: boolean
  onFocusWell: (index: number) => void
  onSelect: (wells: Set<number>) => void
  /** A rectangle was drawn. */
  onDragged: (() => void) | undefined
}) {
  const drag = useRef<Drag | null>(null)

  const wellUnder = (event: PointerEvent): number | null => {
    const first = plate.area.current?.querySelector('[data-well="0"]')
    const last = plate.area.current?.querySelector(
      `[data-well="${plate.shape.rows * plate.shape.columns - 1}"]`,
    )
    if (!first || !last) return null
    const from = first.getBoundingClientRect()
    const to = last.getBoundingClientRect()
    const x = (event.clientX - from.left) / (to.right - from.left)
    const y = (event.clientY - from.top) / (to.bottom - from.top)
    return findWellAt(x, y, plate.shape)
  }

  const apply = (state: Drag, well: number) => {
    state.last = well
    const block = listBlock(state.anchor, well, plate.shape)
    plate.onSelect(selectWells(state.before, block, state.mode))
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const onWell = (event.target as Element).closest('[data-well]')
      const well = onWell ? wellUnder(event) : null
      if (well === null || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const range = event.shiftKey
      const more = event.ctrlKey || event.metaKey || plate.adding
      const mode = more ? (range ? 'add' : 'toggle') : 'replace'
      if (!range) plate.anchor.current = well
      const anchor = plate.anchor.current
      drag.current = { anchor, first: well, last: well, mode, before: plate.selected }
      plate.onFocusWell(well)
      apply(drag.current, well)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const well = drag.current && wellUnder(event)
      if (well === null || !drag.current || well === drag.current.last) return
      apply(drag.current, well)
    },
    onPointerUp() {
      if (drag.current && drag.current.first !== drag.current.last) plate.onDragged?.()
      drag.current = null
    },
    /** Choose nothing: the finger turned out to scroll. */
    onPointerCancel() {
      if (drag.current) plate.onSelect(new Set(drag.current.before))
      drag.current = null
    },
  }
}
