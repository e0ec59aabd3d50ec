import { useEffect } from 'react'

/** Print the page once this part of it is drawn, which is shown on paper alone. `onPrinted` is called after the dialog is closed. */
export function usePrint(onPrinted: () => void): void {
  useEffect(() => {
    addEventListener('afterprint', onPrinted, { once: true })
    // Wait until the page is drawn.
    const timer = setTimeout(() => print(), 50)
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
}
