import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { keepItem } from '../keep-item.ts'
import { useUnsaved } from './left-behind.ts'
import { account } from './session.ts'

/** @param origin `new`, or the id of the record that is edited. */
const placeOf = (who: string, kind: string, origin: string) => `draft-${who}-${kind}-${origin}`

/** Read what was left; null where there is nothing, or what another version of the app has left. */
export function readKept<Kept>(
  who: string,
  kind: string,
  origin: string,
  schema: v.GenericSchema<unknown, Kept>,
): Kept | null {
  try {
    const text = localStorage.getItem(placeOf(who, kind, origin)) ?? 'null'
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Keep what is edited, on this machine and for one account. Returns false where this browser takes nothing more. */
export function keepDraft(who: string, kind: string, origin: string, kept: unknown): boolean {
  return keepItem(placeOf(who, kind, origin), JSON.stringify(kept))
}

/** Remove what was kept: it was saved, or is not wanted. */
export function dropKept(who: string, kind: string, origin: string): void {
  localStorage.removeItem(placeOf(who, kind, origin))
}

/** Hear when another tab of this browser keeps the same, or removes what was kept of it. */
export function useOtherTabs(who: string, kind: string, origin: string, follow: () => void): void {
  const newest = useRef(follow)
  useEffect(() => {
    newest.current = follow
  })
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === placeOf(who, kind, origin)) newest.current()
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [who, kind, origin])
}

/**
 * Keep what is edited on a page in this browser, and find it there again: on return to the page, after a reload, or once the
 * same person signs in again. Tabs with the same page edit one draft, so that the last one to write takes nothing from the others.
 * @param given.none while nothing is edited: it is not kept.
 */
export function useKept<Kept>(given: {
  kind: string
  origin: string
  schema: v.GenericSchema<unknown, Kept>
  none: Kept
}): [kept: Kept, change: (change: (before: Kept) => Kept) => void] {
  const { kind, origin, schema, none } = given
  const [who] = useState(() => account.peek()?.uuid ?? '')
  const [kept, setKept] = useState(() => readKept(who, kind, origin, schema) ?? none)
  const newest = useRef(kept)
  const [isTaken, setTaken] = useState(true)
  // Ask before the page is left where the browser takes nothing more.
  useUnsaved(!isTaken)
  useOtherTabs(who, kind, origin, () => {
    newest.current = readKept(who, kind, origin, schema) ?? none
    setKept(newest.current)
  })
  const change = (make: (before: Kept) => Kept) => {
    const next = make(newest.current)
    newest.current = next
    setKept(next)
    if (next === none) dropKept(who, kind, origin)
    setTaken(next === none || keepDraft(who, kind, origin, next))
  }
  return [kept, change]
}
