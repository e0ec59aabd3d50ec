import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond what is in sight, so that a turn of the wheel finds them there. */
const beyond = 8

interface RowWindow {
  /** First row to draw, and the one behind the last. */
  from: number
  to: number
  /** Scrolls as little as brings a row into sight. */
  show: (at: number) => void
}

/**
 * Return which of many rows of the same height are drawn. The time does not depend on their number: nothing is kept for a row
 * outside the view.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): RowWindow {
  // Show no more than a window holds before its room has been measured, and nothing beyond, for which nobody waits.
  const [seen, setSeen] = useState(() => ({
    first: 0,
    rows: Math.ceil(innerHeight / height),
    beyond: 0,
  }))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const first = Math.floor(element.scrollTop / height)
      const rows = Math.ceil(element.clientHeight / height) + 1
      setSeen((before) =>
        before.first === first && before.rows === rows && before.beyond === beyond
          ? before
          : { first, rows, beyond },
      )
    }
    element.addEventListener('scroll', look, { passive: true })
    // Observe the size from the first one on, before it is painted and without measuring in the middle of a task.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, height])
  const first = Math.max(0, Math.min(seen.first, count - seen.rows))
  const show = (at: number) => {
    const element = scroller.current
    if (!element) return
    // Leave room for the headings, which stay above the rows.
    const head = element.querySelector('thead')?.clientHeight ?? 0
    const [top, bottom] = [at * height, (at + 1) * height + head]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
  }
  return {
    from: Math.max(0, first - seen.beyond),
    to: Math.min(count, first + seen.rows + seen.beyond),
    show,
  }
}
