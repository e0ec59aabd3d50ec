import { type ReadonlySignal, signal } from '@preact/signals-react'

const current = signal<'online' | 'offline'>(navigator.onLine ? 'online' : 'offline')

/** Whether this machine has a network at all; whether the service answers, the live state tells. */
export const network: ReadonlySignal<'online' | 'offline'> = current

export function watchNetwork(): void {
  addEventListener('online', () => (current.value = 'online'))
  addEventListener('offline', () => (current.value = 'offline'))
}
