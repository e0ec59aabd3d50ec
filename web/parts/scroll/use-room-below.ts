import { type RefObject, useLayoutEffect } from 'react'

/** Space kept under the part, so that its lower edge is seen. */
const margin = 10

/** Least height in px: under it a chart cannot be read. */
const least = 320

/**
 * Give a part, such as a chart, the height from its place to the foot of the first screen, as `--room`. Where it begins
 * in the lower part of the screen, as under a plate on a phone, it gets 60 % of a screen.
 */
export function useRoomBelow(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let frame = 0
    let last = 0
    const measure = () => {
      const { current } = part
      if (!current) return
      const top = current.getBoundingClientRect().top + scrollY
      const below = innerHeight - top - margin
      const room = Math.round(
        Math.max(least, below < innerHeight * 0.4 ? innerHeight * 0.6 : below),
      )
      if (Math.abs(room - last) < 2) return
      last = room
      current.style.setProperty('--room', `${room}px`)
    }
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    // Measure again when notices above the part come and go, and when the window changes.
    const observer = new ResizeObserver(later)
    observer.observe(document.body)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [part])
}
