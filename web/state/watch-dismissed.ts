import type { ReadonlySignal } from '@preact/signals-react'
import { personalSignal } from './personal.ts'

/** Findings of the watch that a person dismissed, as `analysis id`: for this page only, without any effect on records. */
const dismissed = personalSignal<ReadonlySet<string>>(new Set())

export const watchDismissed: ReadonlySignal<ReadonlySet<string>> = dismissed

export function dismissObservation(analysis: string, id: string): void {
  dismissed.value = new Set([...dismissed.peek(), `${analysis} ${id}`])
}

/** Bring back the dismissed observations of an analysis. */
export function bringBackObservations(analysis: string): void {
  dismissed.value = new Set([...dismissed.peek()].filter((one) => !one.startsWith(`${analysis} `)))
}
