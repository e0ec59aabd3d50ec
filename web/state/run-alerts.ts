import type { ReadonlySignal } from '@preact/signals-react'
import { personalSignal } from './personal.ts'

/** Runs whose end this browser is to tell, by analysis. For as long as the page is open, as browsers have it. */
const wanted = personalSignal<ReadonlySet<string>>(new Set())

export const runAlerts: ReadonlySignal<ReadonlySet<string>> = wanted

export type AlertAnswer = 'on' | 'off' | 'refused' | 'missing'

/** Turn the alert of a run on or off. Browsers are asked only now, by the click of a person. */
export async function toggleRunAlert(analysis: string): Promise<AlertAnswer> {
  if (wanted.peek().has(analysis)) {
    dropRunAlert(analysis)
    return 'off'
  }
  if (!('Notification' in globalThis)) return 'missing'
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return 'refused'
  wanted.value = new Set([...wanted.peek(), analysis])
  return 'on'
}

export function dropRunAlert(analysis: string): void {
  if (!wanted.peek().has(analysis)) return
  wanted.value = new Set([...wanted.peek()].filter((one) => one !== analysis))
}
