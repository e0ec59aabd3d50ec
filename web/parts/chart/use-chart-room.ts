import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useState } from 'react'

/** Follow the size of an element in CSS pixels; zero before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const width = Math.floor(target.clientWidth)
      const height = Math.floor(target.clientHeight)
      setSize((known) =>
        known.width === width && known.height === height ? known : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** Return a number that changes with the theme: canvases do not follow CSS variables by themselves. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const observer = new MutationObserver(() => setVersion((value) => value + 1))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return version
}
