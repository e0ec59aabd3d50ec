import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Titles of what is put aside on this page, in its order. */
const aside = new Map<symbol, string>()
/** Somebody was asked, and goes. */
let isLeaving = false

export interface LeaveGuard {
  /** Titles of the work that would be lost; null while nobody is about to leave. */
  asked: string | null
  stay: () => void
  leave: () => void
}

/**
 * Ask before a press, a key or the browser's Back leads away from a page on which something is put aside. What the page
 * does by itself, such as going on to a run that has begun, is not held up. A browser without the Navigation API does not ask.
 * @param title of what is put aside; null while nothing is.
 */
export function useLeaveGuard(title: string | null): LeaveGuard {
  const [asked, setAsked] = useState<string | null>(null)
  const go = useRef<() => unknown>(() => undefined)
  // Use a layout effect: a page that is replaced must not ask any more when the next one is drawn.
  useLayoutEffect(() => {
    const { navigation } = window as { navigation?: Navigation }
    if (title === null || !navigation) return undefined
    const own = Symbol(title)
    aside.set(own, title)
    const ask = (event: NavigateEvent) => {
      if (isLeaving || event.defaultPrevented || !leadsAway(event)) return
      event.preventDefault()
      go.current = wayOf(navigation, event)
      setAsked([...aside.values()].join(', '))
    }
    navigation.addEventListener('navigate', ask)
    return () => {
      navigation.removeEventListener('navigate', ask)
      aside.delete(own)
    }
  }, [title])
  usePresses(title !== null)
  return {
    asked: title === null ? null : asked,
    stay: () => setAsked(null),
    leave: () => {
      setAsked(null)
      isLeaving = true
      void Promise.resolve(go.current()).finally(() => {
        isLeaving = false
      })
    },
  }
}

/** True while a person presses a key or a pointer. */
let isPressed = false

function usePresses(watched: boolean): void {
  useEffect(() => {
    if (!watched) return undefined
    const note = () => {
      isPressed = true
      setTimeout(() => {
        isPressed = false
      })
    }
    const kinds = ['click', 'dblclick', 'keydown'] as const
    for (const kind of kinds) addEventListener(kind, note, true)
    return () => {
      for (const kind of kinds) removeEventListener(kind, note, true)
    }
  }, [watched])
}

/** Return true if a navigation leads to another page; filters and tabs of this one are in its query. */
function leadsAway({ cancelable, navigationType, destination }: NavigateEvent): boolean {
  const isOther = new URL(destination.url).pathname !== location.pathname
  if (!cancelable || !isOther) return false
  return navigationType === 'traverse' || (isPressed && destination.sameDocument)
}

/** Return the function that repeats a navigation. */
function wayOf(navigation: Navigation, { navigationType, destination }: NavigateEvent) {
  const { key, url } = destination
  if (navigationType === 'traverse') return () => navigation.traverseTo(key).finished
  return () =>
    navigationType === 'replace'
      ? history.replaceState(null, '', url)
      : history.pushState(null, '', url)
}
