import { type RefCallback, useCallback } from 'react'

/** Heights in px of what covers the head of the page below the bar of the app, by the name of their place. */
const covers = { '--visit-bar': new Map<Element, number>(), '--stuck': new Map<Element, number>() }

/**
 * Tell the page how high a part is that stays at its head, so that nothing which gets the focus is hidden below it:
 * the bar of a visit, which pushes the others down, or a strip or notice that is stuck under the bars. Without a name the
 * part covers nothing.
 */
export function useCover(name: keyof typeof covers | null): RefCallback<HTMLElement> {
  return useCallback(
    (part) => {
      if (!part || name === null) return
      const measure = () => keep(name, part, part.offsetHeight + 2 * gap)
      measure()
      const sizes = new ResizeObserver(measure)
      sizes.observe(part)
      return () => {
        sizes.disconnect()
        keep(name, part, 0)
      }
    },
    [name],
  )
}

/** Room in px above and below such a part. */
const gap = 8

/** Write the highest of a place to the page: parts that are stuck at one place cover each other. */
function keep(name: keyof typeof covers, part: Element, height: number): void {
  const { [name]: heights } = covers
  if (height > 0) heights.set(part, height)
  else heights.delete(part)
  document.documentElement.style.setProperty(name, `${Math.max(0, ...heights.values())}px`)
}
