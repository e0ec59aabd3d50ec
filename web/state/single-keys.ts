import { type ReadonlySignal, signal } from '@preact/signals-react'

const key = 'single-keys'
const chosen = signal(globalThis.localStorage?.getItem(key) !== 'off')

/** True when single letters are shortcuts (J and K in a queue, N and P in wells), on this machine. */
export const singleKeys: ReadonlySignal<boolean> = chosen

export function setSingleKeys(on: boolean): void {
  chosen.value = on
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Ignore a missing storage: it holds until the page is left.
  }
}
