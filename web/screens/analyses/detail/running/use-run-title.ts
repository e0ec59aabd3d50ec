import { useEffect, useRef } from 'react'

/** After the page's own title, which follows a navigation by 100 ms. */
const afterMs = 150

/** Says in the window's title how far a run is, so that a tab behind others tells it; null leaves the title alone. */
export function useRunTitle(text: string | null): void {
  const before = useRef<string | null>(null)
  const written = useRef<string | null>(null)
  useEffect(() => {
    if (text === null) return undefined
    const timer = setTimeout(
      () => {
        if (document.title !== written.current) before.current = document.title
        document.title = text
        written.current = text
      },
      written.current === null ? afterMs : 0,
    )
    return () => clearTimeout(timer)
  }, [text])
  useEffect(
    () => () => {
      // Another page has named itself already.
      if (written.current !== null && document.title === written.current) {
        document.title = before.current ?? document.title
      }
    },
    [],
  )
}
