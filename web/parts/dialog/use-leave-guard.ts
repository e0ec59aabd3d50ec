import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { commitField } from '../form/commit-field.ts'

/** Somebody was asked, and goes. */
let isLeaving = false

export interface LeaveGuard {
  /** Names of the work that would be lost; null while nobody is about to leave. */
  asked: string | null
  stay: () => void
  leave: () => void
}

/**
 * Ask before a press, a key or the browser's Back loses work. What the page does by itself, such as going on to a run that
 * has begun, is not held up. A browser without the Navigation API does not ask.
 * @param list names what the way to an address loses.
 */
export function useLeaveGuard(list: (to: URL) => readonly string[]): LeaveGuard {
  const [asked, setAsked] = useState<string | null>(null)
  const go = useRef<() => unknown>(() => undefined)
  useLayoutEffect(() => {
    const { navigation } = window as { navigation?: Navigation }
    if (!navigation) return undefined
    const ask = (event: NavigateEvent) => {
      if (isLeaving || event.defaultPrevented || !isByPerson(event)) return
      const to = new URL(event.destination.url)
      if (to.pathname !== location.pathname) commitField()
      const names = list(to)
      if (names.length === 0) return
      event.preventDefault()
      go.current = wayOf(navigation, event)
      setAsked(names.join(', '))
    }
    navigation.addEventListener('navigate', ask)
    return () => navigation.removeEventListener('navigate', ask)
  }, [list])
  usePresses()
  return {
    asked,
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

function usePresses(): void {
  useEffect(() => {
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
  }, [])
}

/** Return true if a person leads to another address of the app, which can be held up. */
function isByPerson({ cancelable, navigationType, destination }: NavigateEvent): boolean {
  return cancelable && (navigationType === 'traverse' || (isPressed && destination.sameDocument))
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
