import { type ReadonlySignal, signal } from '@preact/signals-react'

/** What the watch saw and a person has put aside, as `analysis id`: for this page, and nothing hangs on it. */
const dismissed = signal<ReadonlySet<string>>(new Set())

export const watchDismissed: ReadonlySignal<ReadonlySet<string>> = dismissed

export function dismissObservation(analysis: string, id: string): void {
  dismissed.value = new Set([...dismissed.peek(), `${analysis} ${id}`])
}

/** Brings back whatever was put aside of an analysis. */
export function bringBackObservations(analysis: string): void {
  dismissed.value = new Set([...dismissed.peek()].filter((one) => !one.startsWith(`${analysis} `)))
}
