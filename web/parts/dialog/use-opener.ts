import { useEffect, useMemo } from 'react'

/** After the dialog has given the focus back by itself. */
const afterMs = 60

/**
 * Gives the focus back to what a dialog was opened from, however often it was put aside meanwhile: the library goes
 * back to where the focus was when the dialog was last drawn, which is then a button that is gone.
 */
export function useOpener(open: boolean): void {
  // Read while it is drawn: a moment later something in the dialog has the focus.
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => {
    if (!open) return undefined
    return () => void setTimeout(() => giveBack(opener), afterMs)
  }, [open, opener])
}

function giveBack(opener: Element | null): void {
  const { activeElement: now, body } = document
  const isLost = now === null || now === body
  if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
}
