import { useEffect } from 'react'

let held = 0

/** Return true while somebody writes on the page, a note or a word in a field: kept or not, they go on with it. */
export function isWriting(): boolean {
  const { activeElement: field } = document
  if (field instanceof HTMLInputElement) return field.selectionStart !== null && field.value !== ''
  return field instanceof HTMLTextAreaElement
}

/** Return true when the page itself is work, whichever dialogs are open over it. */
export function isWorkPage(): boolean {
  return held > 0
}

/** Mark the page that calls it as work, as long as it is open. */
export function useOpenWork(isWork = true): void {
  useEffect(() => {
    if (!isWork) return undefined
    held += 1
    return () => {
      held -= 1
    }
  }, [isWork])
}
