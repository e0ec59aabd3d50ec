import { failedCallOf } from '../client/call.ts'
import { errorTexts } from '../i18n/faults.ts'
import { showToast } from './toasts.ts'

/** Environments of the product's own people: there the path of a failed call is shown (decisions D92). */
const debugModes: readonly string[] = ['development', 'qa', 'staging']

/**
 * Show each message of a failure as a notification of its own, which stays until it is dismissed (spec §8 "General
 * handling").
 */
export function showErrors(error: unknown, environment: string = import.meta.env.MODE): void {
  const failed = failedCallOf(error)
  // Show nothing of what was asked for beside the page's own work,
  // as the contract says: without it the page is whole (spec §8).
  if (failed?.silent) return
  const caption = debugModes.includes(environment) ? failed?.path : undefined
  for (const text of errorTexts(error)) showToast('error', text, undefined, caption)
}
