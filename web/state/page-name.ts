import { signal } from '@preact/signals-react'
import { useEffect } from 'react'

/** What the page on show is called, where that is a record's name; null where the route's title says it. */
export const pageName = signal<string | null>(null)

/** Puts a record's name at the end of the path in the top bar, for as long as its page is open. */
export function usePageName(name: string): void {
  useEffect(() => {
    pageName.value = name
    return () => {
      pageName.value = null
    }
  }, [name])
}
