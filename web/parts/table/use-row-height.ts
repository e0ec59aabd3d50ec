import { useEffect, useState } from 'react'

function readRowHeight(): number {
  const value = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseFloat(value) || 36
}

/** Return the height of a row in pixels, by the density; follow its changes. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(readRowHeight)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(readRowHeight()))
    observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => observer.disconnect()
  }, [])
  return height
}
