import { effect, signal } from '@preact/signals-react'
import { useEffect } from 'react'

/** What the page on show is called, where that is a record's name; null where the route's title says it. */
export const pageName = signal<string | null>(null)
const pageTitle = signal('')
const runTitle = signal('')

effect(() => {
  // Of a row of tabs only the beginnings are seen: how far a run is goes first, then the record.
  const title =
    runTitle.value || [pageName.value, pageTitle.value].filter((part) => part).join(' · ')
  if (title !== '' && typeof document !== 'undefined') document.title = title
})

/** Puts a record's name at the end of the path in the top bar and into the title of the window, as long as its page is open. */
export function usePageName(name: string): void {
  useEffect(() => {
    pageName.value = name
    return () => {
      pageName.value = null
    }
  }, [name])
}

/** Name the window after its page; a record's name stays in front of it. */
export function namePage(title: string): void {
  pageTitle.value = title
}

/** Say in the window's title how far a run is, so that a tab behind others tells it; null leaves the title alone. */
export function useRunTitle(text: string | null): void {
  useEffect(() => {
    runTitle.value = text ?? ''
    return () => {
      runTitle.value = ''
    }
  }, [text])
}
