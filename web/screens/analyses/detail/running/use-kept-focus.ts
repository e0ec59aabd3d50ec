import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Give the focus back when the view it is in gives way to that of another state: to the control of the same name, as soon as it is
 * drawn, and to the page until then. Without it the keys of a person who types would go to the page as single keys.
 */
export function useKeptFocus(state: string): void {
  const last = useRef<Focused | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      // Note the name now: a control that is gone has no label any more.
      if (target instanceof HTMLElement) last.current = { element: target, name: nameOf(target) }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const seen = useRef(state)
  useLayoutEffect(() => {
    if (seen.current === state) return undefined
    seen.current = state
    const lost = last.current
    const main = document.querySelector('main')
    const isLost = lost !== null && !lost.element.isConnected
    if (!main || !isLost || document.activeElement !== document.body) return undefined
    main.focus({ preventScroll: true })
    if (giveBack(main, lost)) return undefined
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main || giveBack(main, lost)) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [state])
}

interface Focused {
  element: HTMLElement
  name: string
}

/** Focus the control that has the name of a lost one, with its text cursor. Return false if there is none yet. */
function giveBack(main: Element, { element: lost, name }: Focused): boolean {
  const found = [...main.querySelectorAll<HTMLElement>(lost.tagName)].find(
    (one) => nameOf(one) === name,
  )
  if (!found) return false
  found.focus({ preventScroll: true })
  if (found instanceof HTMLTextAreaElement && lost instanceof HTMLTextAreaElement)
    found.setSelectionRange(lost.selectionStart, lost.selectionEnd)
  return true
}

function nameOf(element: HTMLElement): string {
  const [label] = (element as Partial<HTMLInputElement>).labels ?? []
  return element.getAttribute('aria-label') ?? (label ?? element).textContent
}
