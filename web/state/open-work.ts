import { useEffect } from 'react'

let held = 0

/** Whether a page is open that nobody may be taken away from: a plate being laid out, a run being watched, a form. */
export function hasOpenWork(): boolean {
  return held > 0 || document.querySelector('[role="dialog"], dialog[open]') !== null
}

/** Marks the page that calls it as work, as long as it is open. */
export function useOpenWork(isWork = true): void {
  useEffect(() => {
    if (!isWork) return undefined
    held += 1
    return () => {
      held -= 1
    }
  }, [isWork])
}
