import { useEffect } from 'react'

/**
 * Return what makes the options of each ask of a page that asks again by itself: only the first is asked by a person, the others keep
 * no session open.
 */
export function countAsks(): (signal: AbortSignal) => { signal: AbortSignal; background: boolean } {
  let asks = 0
  return (signal) => ({ signal, background: asks++ > 0 })
}

/** Ask again every so often, while something goes on by itself and somebody looks at the page. `again` must stay the same function. */
export function useRepeated(goesOn: boolean, again: () => void, everyMs: number): void {
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, everyMs)
    return () => clearInterval(timer)
  }, [goesOn, again, everyMs])
}
