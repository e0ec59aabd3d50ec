/**
 * Focus the first field with a fault, in reading order, after a form was refused. Wait a moment until the faults are
 * drawn.
 */
export function focusFirstFault(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
