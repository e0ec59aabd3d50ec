import { isWorkPage } from './open-work.ts'

/** Fields that are neither kept nor count as work: searches narrow a list down, files cannot be kept. */
const passing = '[type=search], [type=hidden], [type=file], [data-passing]'

/** Forms that somebody has typed into, by their element. */
const touched = new Set<HTMLElement>()
/** Forms among them that were sent since. */
const sent = new WeakSet<HTMLElement>()
/** Forms before somebody typed into them, as `write` writes them. */
const before = new WeakMap<HTMLElement, string>()
let watching = false

/** Key of the session storage that keeps forms over a reload (kept-forms.ts). */
export const keptFormsAs = 'kept-forms'

export function holdsForms(): boolean {
  return sessionStorage.getItem(keptFormsAs) !== null
}

/** Return the form of a field, or the dialog around it if there is none; null for a single field. */
export function formOf(field: Element): HTMLElement | null {
  return field.closest<HTMLElement>('form') ?? field.closest<HTMLElement>('[role$=dialog]')
}

/** Return the name of a form on screen: of its dialog, its section, or the page. */
export function nameOf(form: HTMLElement): string {
  const dialog = form.closest('[role$=dialog]')
  const section = form.closest('section[aria-label], aside[aria-label]')
  const named = dialog?.querySelector('h2')?.textContent ?? section?.getAttribute('aria-label')
  return named?.trim() || nameOfPage()
}

/** Return the name of the page on screen. */
export function nameOfPage(): string {
  return document.querySelector('main h1')?.textContent?.trim() || document.title
}

const names = new WeakMap<HTMLElement, string>()

/** Note which forms are typed into, so that a reload can say and keep what is not saved. Once for the page. */
export function watchTyping(): void {
  if (watching) return
  watching = true
  const note = (event: Event) => {
    const field = event.target as Element | null
    if (!field?.matches?.('input, textarea, select') || field.matches(passing)) return
    const form = formOf(field)
    if (!form) return
    touched.add(form)
    sent.delete(form)
    // Find the name now: a form that is put aside has no dialog around it any more.
    names.set(form, nameOf(form))
  }
  // Look at the form before it is changed: what is typed and taken back again is no change.
  const look = ({ target }: Event) => {
    const form = target instanceof Element ? formOf(target) : null
    if (form && !isUnsaved(form)) before.set(form, write(form))
  }
  for (const kind of ['keydown', 'pointerdown', 'beforeinput']) addEventListener(kind, look, true)
  addEventListener('input', note, true)
  addEventListener('change', note, true)
  addEventListener('submit', ({ target }) => sent.add(target as HTMLElement), true)
}

/** List the forms with unsaved content, without those that closed, were sent without a fault, or are as they were. */
export function listUnsavedForms(): { form: HTMLElement; name: string }[] {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return [...touched]
    .filter(isUnsaved)
    .map((form) => ({ form, name: names.get(form) ?? nameOf(form) }))
}

function isUnsaved(form: HTMLElement): boolean {
  if (!touched.has(form) || before.get(form) === write(form)) return false
  return !sent.has(form) || form.querySelector('[role=alert], [aria-invalid=true]') !== null
}

/** Write down what a form holds: its fields, the words in it, such as names that were added to a list, and its pressed buttons. */
function write(form: HTMLElement): string {
  const fields = form.querySelectorAll<HTMLInputElement>('input, textarea, select')
  const states = form.querySelectorAll('[aria-pressed], [aria-checked], [aria-selected]')
  return JSON.stringify([
    [...fields].filter((one) => !one.matches(passing)).map((one) => [one.value, one.checked]),
    [...states].map((one) =>
      ['pressed', 'checked', 'selected'].map((name) => one.getAttribute(`aria-${name}`)),
    ),
    form.textContent,
  ])
}

/**
 * Return true when the page must not be left by itself: a plate being laid out, a run being watched, a dialog, a form that
 * somebody has typed into.
 */
export function hasOpenWork(): boolean {
  const asks = document.querySelectorAll('[role="dialog"], dialog[open], [data-minimised]')
  // Skip closed popovers, which are in the page as well.
  const isAsked = () =>
    [...asks].some((one) => one.checkVisibility() || one.matches('[data-minimised]'))
  return isWorkPage() || isAsked() || listUnsavedForms().length > 0
}

/** List the names of everything unsaved in this tab: forms, and a page that is work of its own. */
export function listUnsaved(): string[] {
  const forms = listUnsavedForms().map(({ name }) => name)
  return [...new Set([...forms, ...(isWorkPage() ? [nameOfPage()] : [])])]
}
