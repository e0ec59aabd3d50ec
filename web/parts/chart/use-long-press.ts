import type { MouseEvent, PointerEvent } from 'react'
import { useEffect, useRef } from 'react'

const longMs = 500
/** A long touch is also told as a press of the right button by some browsers; it is one wish. */
const sameWishMs = 700

/**
 * Handle the requests for a menu: right click, long touch and menu key. Without a menu of ours the browser shows its own.
 */
export function useLongPress<Target extends HTMLElement>(
  open: (event: MouseEvent<Target>) => void,
  wanted = true,
) {
  const timer = useRef(0)
  const openedAt = useRef(-sameWishMs)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => cancel, [])
  return {
    cancel,
    down(event: PointerEvent<Target>) {
      cancel()
      if (!wanted || event.pointerType === 'mouse') return
      // Keep the target, which React takes away once the event has been handled.
      const kept = { ...event, currentTarget: event.currentTarget } as MouseEvent<Target>
      timer.current = window.setTimeout(() => {
        openedAt.current = performance.now()
        open(kept)
      }, longMs)
    },
    onContextMenu(event: MouseEvent<Target>) {
      if (!wanted) return
      event.preventDefault()
      cancel()
      if (performance.now() - openedAt.current > sameWishMs) open(event)
    },
  }
}
