/**
 * Focus the first field with a fault, in reading order, after a form was refused. Wait a moment until the faults are
 * drawn.
 */
export function focusFirstFault(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/**
 * Return true where a field of the form shows a text that it could not read: what is sent would be another value than
 * the one on screen.
 */
export function hasUnread(form: HTMLElement): boolean {
  return form.querySelector('[data-unread]') !== null
}
