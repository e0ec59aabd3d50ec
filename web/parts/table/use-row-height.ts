import { useEffect, useState } from 'react'

function readRowHeight(): number {
  const value = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseFloat(value) || 36
}

/** The height of a row in pixels, as the density sets it; follows a change of density. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(readRowHeight)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(readRowHeight()))
    observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => observer.disconnect()
  }, [])
  return height
}
