import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import {
  feedKey,
  feedWritten,
  isBlankInside,
  type KeyBurst,
  noBurst,
  type Place,
  passKey,
  pressOf,
  type ReadCode,
} from './key-burst.ts'
import { claimReader } from './reader-guard.ts'
import { takesText } from '../keys/takes-text.ts'

/** These keep what they are sent. */
const dialogs = '[role=dialog], [role=alertdialog], dialog'

/** The field that opens on a well. */
const wellEntry = '[data-well-entry]'

/** Content of a text field before a reader typed into it. */
interface Before {
  field: HTMLInputElement | HTMLTextAreaElement
  value: string
}

/**
 * Listen for a bar-code reader that types, wherever the focus is on the step, on a button of the page, or nowhere at all: a
 * code never presses a button. What it typed into a field of the step is taken out again; fields of other steps and dialogs
 * keep what they are sent.
 * @param typesIntoWells keys on a well open the field for its name, so that nothing typed there is lost.
 */
export function useWedge(
  area: RefObject<HTMLElement | null>,
  on: boolean,
  onCode: (code: ReadCode) => void,
  typesIntoWells = false,
): void {
  const take = useRef(onCode)
  // Take it before the page is painted: the next code may come at once.
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
        burst = passKey(burst, pressOf(event), event.timeStamp)
        return
      }
      const place = placeOf(event.target, typesIntoWells)
      const behind = place === 'entry' ? (rememberField(event.target)?.value ?? '') : ''
      const fed = feedKey(burst, { ...pressOf(event), place, behind }, event.timeStamp)
      const { keys } = fed.burst
      if (keys !== burst.keys)
        fields = [...fields.slice(0, keys.length - 1), rememberField(event.target)]
      burst = fed.burst
      if (!fed.isPart) {
        if (place === 'nowhere' && isBlankInside(burst, event.key)) event.preventDefault()
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      if (fed.code !== null) takeCode(fed.code)
    }
    const takeCode = (code: ReadCode) => {
      const [before] = fields
      if (before) restoreField(before)
      take.current(code)
    }
    // Handle characters typed as Alt and digits, which have no key of their own; a field keeps them, unless they end a code.
    const onKeyPress = (event: KeyboardEvent) => {
      if (burst.digits === '' || !isOurs(event.target, area.current)) return
      const fed = feedWritten(burst, event.timeStamp)
      burst = fed.burst
      if (fed.code === null && event.target instanceof HTMLInputElement) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (fed.code !== null) takeCode(fed.code)
    }
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('keypress', onKeyPress, true)
    const release = claimReader((target) => isOurs(target, area.current))
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('keypress', onKeyPress, true)
      release()
    }
  }, [area, on, typesIntoWells])
}

function isOurs(target: EventTarget | null, area: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || !area) return false
  if (area.contains(target)) return !(target instanceof HTMLTextAreaElement)
  return !takesText(target) && target.closest(dialogs) === null
}

function placeOf(target: EventTarget | null, typesIntoWells: boolean): Place {
  if (target instanceof HTMLInputElement && target.selectionStart !== null) {
    if (!target.matches(wellEntry)) return 'field'
    const { value, selectionStart, selectionEnd } = target
    return (selectionEnd ?? 0) - selectionStart >= value.length ? 'plate' : 'entry'
  }
  const isWell = target instanceof HTMLElement && target.closest('[role=gridcell]') !== null
  return typesIntoWells && isWell ? 'plate' : 'nowhere'
}

function rememberField(target: EventTarget | null): Before | null {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : null
}

/** Restore the old text as if a person had typed it, so that the component that owns the field is notified. */
function restoreField({ field, value }: Before): void {
  if (!field.isConnected || field.value === value) return
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
