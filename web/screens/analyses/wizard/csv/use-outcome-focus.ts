import { type RefObject, useEffect, useRef } from 'react'
import type { ListState } from './use-open-list.ts'

/** What is to be decided before anything can be taken, else the rows. */
const next = '[aria-invalid=true], [data-decision] :is(button, select), table[role=grid]'

/**
 * Once a file has been read the focus goes on to the first thing to decide, or to its rows, in the order they stand there; and
 * again when that is decided and gone. Not from under the hands of somebody who writes.
 */
export function useOutcomeFocus(
  area: RefObject<HTMLElement | null>,
  file: File | undefined,
  state: ListState,
): void {
  const last = useRef<File | undefined>(undefined)
  const decision = useRef<Element | null>(null)
  const view = state.step === 'read' ? state.view : null
  useEffect(() => {
    const isDecided = decision.current?.isConnected === false
    if (!view || (last.current === file && !isDecided)) return
    last.current = file
    decision.current = null
    if (document.activeElement?.matches('input, select, textarea')) return
    const found = area.current?.querySelector<HTMLElement>(next)
    found?.focus()
    decision.current = found?.closest('[data-decision]') ?? null
  }, [area, file, view])
}
