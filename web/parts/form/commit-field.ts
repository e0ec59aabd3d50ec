import { flushSync } from 'react-dom'

/**
 * Have the field with the focus take what was typed, as it does when it is left: a key that saves, or leads to another page, comes
 * before that. The focus stays.
 */
export function commitField(): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  flushSync(() => field.blur())
  field.focus({ preventScroll: true })
}
