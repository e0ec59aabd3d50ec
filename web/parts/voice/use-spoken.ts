import { useEffect, useState } from 'react'

/** A region is read when it changes, and only once a screen reader knows that it is there. */
const settledMs = 150

/** Return the text for a live region: empty at the first drawing, so that its first words are read as well. */
export function useSpoken(text: string): string {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  return spoken
}
