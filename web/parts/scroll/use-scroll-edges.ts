import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tell by `data-more-left` and `data-more-right` on what scrolls to which side there is more: a table that is cut at the edge
 * of the page looks whole otherwise. The look is in `styles/base.css`; sides are those of the screen, whatever is read first.
 */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const hidden = scrollWidth - clientWidth
      // Count below zero from the right edge on in pages that are read from there.
      const left = getComputedStyle(element).direction === 'rtl' ? hidden + scrollLeft : scrollLeft
      element.toggleAttribute('data-more-left', left > 1)
      element.toggleAttribute('data-more-right', hidden - left > 1)
    }
    // Observe each size from the first one on, before it is painted and without measuring in the middle of a task.
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [scroller])
}
