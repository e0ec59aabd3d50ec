/**
 * After a form was sent in vain: the focus goes to the first field with a fault, in the order they are read, wherever Enter
 * was pressed. A moment later, when the faults stand there.
 */
export function focusFirstFault(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
