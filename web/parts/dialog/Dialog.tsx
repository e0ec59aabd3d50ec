import { signal } from '@preact/signals-react'
import { type ComponentType, useEffect, useState } from 'react'
import type { DialogProps } from './OpenDialog.tsx'

/** Null until it is fetched: with the library that keeps the focus it weighs more than most pages. */
const found = signal<ComponentType<DialogProps> | null>(null)

/** Fetch what dialogs are made of, so that the first one opens at once. @throws where it cannot be fetched. */
export async function fetchDialogs(): Promise<void> {
  found.value ??= (await import('./OpenDialog.tsx')).OpenDialog
}

/**
 * Show a dialog, for a decision that cannot wait. Escape and a press outside close it, the focus returns to its origin.
 * With `onSubmit` the whole is a form, so Enter presses the first submit button. It can be made as large as the window,
 * and be minimised into the bar below: then the page is free, and typed content stays (spec §2 "Dialogs"); a person who
 * leaves the page is asked first.
 */
export function Dialog(props: DialogProps) {
  const Found = found.value
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isMissing = props.open && !Found
  useEffect(() => {
    if (isMissing) fetchDialogs().catch((error: unknown) => setFailure({ error }))
  }, [isMissing])
  // Leave it to the boundary around the page to say what happened.
  if (failure) throw failure.error
  return Found && <Found {...props} />
}
