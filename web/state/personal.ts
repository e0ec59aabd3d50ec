import { type Signal, signal } from '@preact/signals-react'

const resets: (() => void)[] = []

/**
 * Make a signal for what one person does on this page, such as a file that they look at. The page is not loaded again when
 * somebody else signs in: the signal then has its first value.
 */
export function personalSignal<Value>(first: Value): Signal<Value> {
  const own = signal(first)
  resets.push(() => {
    own.value = first
  })
  return own
}

/** Forget all that the person has done on this page who has gone. */
export function forgetPerson(): void {
  for (const reset of resets) reset()
}
