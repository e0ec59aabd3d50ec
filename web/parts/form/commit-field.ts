import { flushSync } from 'react-dom'

/**
 * Have the field with the focus take what was typed, as it does when it is left: a key that saves, or leads to another page, comes
 * before that. The focus stays, and the page is drawn with what was taken.
 */
export function commitField(): void {
  flushSync(leaveField)
}

/** Do so while the page is being drawn, such as before it gives way to another one by itself. */
export function leaveField(): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
