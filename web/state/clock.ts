import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

const current = signal(Date.now())

/** This machine's time in milliseconds, once a second: for ages on screen. */
export const now: ReadonlySignal<number> = current

/** The beginning of this minute. */
export const minute: ReadonlySignal<number> = computed(
  () => current.value - (current.value % 60_000),
)

// Leave the time alone where there is no page: tests in Node read the texts of pages that show it.
if (typeof document !== 'undefined') {
  setInterval(() => {
    if (document.visibilityState === 'visible') current.value = Date.now()
  }, 1000)
}
