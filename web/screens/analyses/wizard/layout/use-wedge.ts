import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { feedKey, type KeyBurst, noBurst, type Press } from './key-burst.ts'

/** What a text field held before a reader typed into it. */
interface Before {
  field: HTMLInputElement | HTMLTextAreaElement
  value: string
}

/**
 * Listens for a bar-code reader that types, wherever the focus is on the step or nowhere at all. What it typed into a
 * field is taken out again; fields of other steps and dialogs keep what they are sent.
 */
export function useWedge(
  area: RefObject<HTMLElement | null>,
  on: boolean,
  onCode: (code: string) => void,
): void {
  const take = useRef(onCode)
  // At once: the next code may come before the page is painted.
  useLayoutEffect(() => {
    take.current = onCode
  }, [onCode])
  useEffect(() => {
    if (!on) return undefined
    let burst: KeyBurst = noBurst
    /** Before each key of the burst. */
    let fields: (Before | null)[] = []
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !isOurs(event.target, area.current)) {
        burst = noBurst
        return
      }
      const fed = feedKey(burst, pressOf(event), event.timeStamp)
      const { keys } = fed.burst
      if (keys !== burst.keys)
        fields = [...fields.slice(0, keys.length - 1), rememberField(event.target)]
      burst = fed.burst
      if (!fed.isPart) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (fed.code === null) return
      const before = fields[fed.code.from]
      if (before) restoreField(before)
      take.current(fed.code.text)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [area, on])
}

function isOurs(target: EventTarget | null, area: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || !area) return false
  if (area.contains(target)) return !(target instanceof HTMLTextAreaElement)
  return target === document.body
}

function pressOf(event: KeyboardEvent): Press {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  const thirdLevel = event.getModifierState('AltGraph')
  return { key, ctrlKey, metaKey, altKey, repeat, thirdLevel }
}

function rememberField(target: EventTarget | null): Before | null {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : null
}

/** As if the person had put the old text back, so that the component that owns the field hears of it. */
function restoreField({ field, value }: Before): void {
  if (!field.isConnected || field.value === value) return
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
