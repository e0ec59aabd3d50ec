import { useEffect } from 'react'
import { useOpenWork } from './open-work.ts'
import { personalSignal } from './personal.ts'
import { listUnsavedForms, nameOfPage } from './unsaved.ts'

/** Work that is held by pages, each with the name in the address that shows its part of the page. */
const held = new Map<symbol, string | null>()

/**
 * Mark the page that calls it as work that is lost once it is left, as long as it is open.
 * @param part of the page that it is in, by its name in the address (`data-part`); null for the page itself.
 */
export function useUnsaved(isUnsaved: boolean, part: string | null = null): void {
  useOpenWork(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return undefined
    const own = Symbol('work')
    held.set(own, part)
    return () => void held.delete(own)
  }, [isUnsaved, part])
}

/** Act that takes all that is open on this page, with the names of that, until the person confirms it; null while none waits. */
export const askedLoss = personalSignal<{ names: string; go: () => void } | null>(null)

/** Do what takes all that is open on this page, such as a sign-out or another language; ask first where something is not saved. */
export function loseOpen(go: () => void): void {
  const names = listLeftBehind(null)
  if (names.length === 0) go()
  else askedLoss.value = { names: names.join(', '), go }
}

/**
 * List the names of what a way to another address loses: forms that were typed into, minimised dialogs, and work of the page.
 * Forms with `data-kept` are kept elsewhere, and there again on return; those in a `data-part` are lost once another one is shown.
 * @param to null where all is lost, wherever it is.
 */
export function listLeftBehind(to: URL | null): string[] {
  const from = new URL(location.href)
  const isOther = to === null || to.pathname !== from.pathname
  const isLeft = (part: string | null) =>
    isOther || (part !== null && to.searchParams.get(part) !== from.searchParams.get(part))
  const partOf = (form: Element) => form.closest('[data-part]')?.getAttribute('data-part') ?? null
  const forms = listUnsavedForms().filter(
    ({ form }) => !form.matches('[data-kept]') && isLeft(partOf(form)),
  )
  const aside = isOther ? [...document.querySelectorAll('[data-minimised]')] : []
  return [
    ...new Set([
      ...forms.map(({ name }) => name),
      ...aside.map(({ textContent }) => textContent.trim()),
      ...([...held.values()].some(isLeft) ? [nameOfPage()] : []),
    ]),
  ]
}
