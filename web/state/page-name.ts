import { effect, signal } from '@preact/signals-react'
import { useEffect } from 'react'

/** Name of the current page, where that is a record's name; null where the route has a title. */
export const pageName = signal<string | null>(null)
const pageTitle = signal('')
const runTitle = signal('')

effect(() => {
  // Begin with the progress of a run, then the record: tabs show only the beginning of a title.
  const title =
    runTitle.value || [pageName.value, pageTitle.value].filter((part) => part).join(' · ')
  if (title !== '' && typeof document !== 'undefined') document.title = title
})

/** Show a record's name at the end of the path in the top bar and in the window's title while its page is open. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    pageName.value = name
    return () => {
      pageName.value = null
    }
  }, [name])
}

/** Set the page's part of the window title; a record's name comes before it. */
export function namePage(title: string): void {
  pageTitle.value = title
}

/** Show the progress of a run in the window's title, so that it can be read in a tab in the background; null shows none. */
export function useRunTitle(text: string | null): void {
  useEffect(() => {
    runTitle.value = text ?? ''
    return () => {
      runTitle.value = ''
    }
  }, [text])
}
