import * as v from 'valibot'
import { keepItem } from '../keep-item.ts'
import { account } from './session.ts'
import { formOf, keptFormsAs, listUnsavedForms, nameOf } from './unsaved.ts'

/** Values typed into a form before a reload, by the labels of its fields. In this tab only, and for a short time. */
const Kept = v.object({
  at: v.number(),
  /** Account that typed it: another person who signs in after the reload must not send it as theirs. */
  account: v.optional(v.nullable(v.string()), null),
  page: v.string(),
  forms: v.array(
    v.object({
      name: v.string(),
      fields: v.array(v.object({ label: v.string(), value: v.string() })),
    }),
  ),
})
type Kept = v.InferOutput<typeof Kept>

const keptForMs = 30 * 60_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Passwords and codes are never written down. */
const secret =
  '[type=password], [autocomplete=one-time-code], [type=file], [type=search], [type=hidden]'

function fieldsOf(form: HTMLElement): Map<string, Field> {
  const found = new Map<string, Field>()
  for (const field of form.querySelectorAll<Field>('input, textarea, select')) {
    if (field.matches(secret) || field.disabled) continue
    const said = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name
    let label = said.trim()
    // Number fields of the same name by their order.
    while (found.has(label)) label += '+'
    found.set(label, field)
  }
  return found
}

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const valueOf = (field: Field) => (isChoice(field) ? String(field.checked) : field.value)

/** Keep what was typed and not saved over a reload of this tab. Returns false where it does not fit into what the tab keeps. */
export function keepForms(): boolean {
  const forms = listUnsavedForms().map(({ form, name }) => ({
    name,
    fields: [...fieldsOf(form)].map(([label, field]) => ({ label, value: valueOf(field) })),
  }))
  if (forms.length === 0) return true
  const page = location.pathname + location.search
  const kept: Kept = { at: Date.now(), account: whoTypes(), page, forms }
  return keepItem(keptFormsAs, JSON.stringify(kept), sessionStorage)
}

const whoTypes = () => account.peek()?.uuid ?? null

function readKept(): Kept | null {
  try {
    const kept = v.parse(Kept, JSON.parse(sessionStorage.getItem(keptFormsAs) ?? 'null'))
    return Date.now() - kept.at < keptForMs ? kept : null
  } catch {
    return null
  }
}

/**
 * Fill forms after a reload: each form of a stored name at the same address, as it was left, for the person who left
 * it. Nothing is sent. Return the names of this person's forms that wait to be opened.
 */
export function returnForms(onFilled: (name: string) => void): string[] {
  const kept = readKept()
  sessionStorage.removeItem(keptFormsAs)
  if (!kept) return []
  const open = kept.forms.map((form) => ({
    ...form,
    fields: new Map(form.fields.map(({ label, value }) => [label, value])),
  }))
  const watch = new MutationObserver(() => {
    if (location.pathname + location.search !== kept.page || whoTypes() !== kept.account) return
    for (const form of open) {
      const place = findForm(form.name)
      if (!place || !fill(place, form.fields)) continue
      onFilled(form.name)
      open.splice(open.indexOf(form), 1)
    }
    if (open.length === 0) watch.disconnect()
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true })
  setTimeout(() => watch.disconnect(), keptForMs)
  // Show the names to their owner only, as the name of a form may hold a person's or a run's.
  return whoTypes() === kept.account ? kept.forms.map(({ name }) => name) : []
}

function findForm(name: string): HTMLElement | undefined {
  const fields = [...document.querySelectorAll('form, [role$=dialog]')]
  return fields
    .flatMap((one) => formOf(one) ?? [])
    .find((form) => nameOf(form) === name && fieldsOf(form).size > 0)
}

/** Fill what is there; true once nothing is left to fill. A field may come to be there by the one before it. */
function fill(form: HTMLElement, wanted: Map<string, string>): boolean {
  const fields = fieldsOf(form)
  for (const [label, value] of wanted) {
    const field = fields.get(label)
    if (!field) continue
    wanted.delete(label)
    if (valueOf(field) !== value) setValue(field, value)
  }
  return wanted.size === 0
}

/** Set a value as if it had been typed, so that the page's own handlers are called. */
function setValue(field: Field, value: string): void {
  // Press a radio button only to turn it on: another one that is turned on turns it off.
  if (isChoice(field)) {
    if (field.type === 'checkbox' || value === 'true') field.click()
    return
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  const name = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(name, { bubbles: true }))
}
