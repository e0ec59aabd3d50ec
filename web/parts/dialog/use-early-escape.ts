import { useLayoutEffect, useRef } from 'react'

/** Dialogs that are open, the newest last: a key means that one. */
const opened: symbol[] = []

/**
 * Escape before the focus has come into the dialog, which takes a moment: the library hears keys only from inside.
 * Whoever opens one by mistake is quick to close it.
 */
export function useEarlyEscape(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    if (!open) return undefined
    const own = Symbol('dialog')
    opened.push(own)
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (opened.at(-1) !== own || isInside(event.target)) return
      event.preventDefault()
      close.current()
    }
    addEventListener('keydown', press)
    return () => {
      opened.splice(opened.indexOf(own), 1)
      removeEventListener('keydown', press)
    }
  }, [open])
}

/** In a dialog, or in something that lies over one and closes by itself. */
function isInside(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=listbox], [popover]') !== null
  )
}
