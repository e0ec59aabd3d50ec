import { type ReadonlySignal, signal } from '@preact/signals-react'
import { keepItem } from '../keep-item.ts'

const key = 'single-keys'
const chosen = signal(globalThis.localStorage?.getItem(key) !== 'off')

/** True when single letters are shortcuts (J and K in a queue, N and P in wells), on this machine. */
export const singleKeys: ReadonlySignal<boolean> = chosen

export function setSingleKeys(on: boolean): void {
  chosen.value = on
  // Ignore a missing storage: it holds until the page is left.
  keepItem(key, on ? 'on' : 'off')
}
