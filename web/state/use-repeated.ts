import { useEffect } from 'react'

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
