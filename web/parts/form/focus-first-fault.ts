/** Longest wait for a fault to be drawn: a service has answered by then, and the person goes on. */
const longestWaitMs = 1000

/**
 * Focus the first field with a fault, in reading order, after a form was refused: now, or as soon as the faults are drawn,
 * which on a busy machine is later than the next task.
 */
export function focusFirstFault(form: HTMLElement | null): void {
  if (!form) return
  const before = document.activeElement
  const focus = () => {
    // Leave a person alone who is in another field by then.
    if (![before, document.body].includes(document.activeElement)) return true
    const found = form.querySelector<HTMLElement>('[aria-invalid=true]')
    found?.focus()
    return found !== null
  }
  setTimeout(() => {
    if (focus()) return
    const drawn = new MutationObserver(() => focus() && drawn.disconnect())
    drawn.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    setTimeout(() => drawn.disconnect(), longestWaitMs)
  })
}

/**
 * Return true where a field of the form shows a text that it could not read: what is sent would be another value than
 * the one on screen.
 */
export function hasUnread(form: HTMLElement): boolean {
  return form.querySelector('[data-unread]') !== null
}
