import { failedPathOf } from '../client/call.ts'
import { errorTexts } from '../i18n/faults.ts'
import { showToast } from './toasts.ts'

/** Environments in which people of the product look at it: there the path of a failed call is told (decisions D92). */
const debugModes: readonly string[] = ['development', 'qa', 'staging']

/** What is asked for beside the page's own work: without it the page is whole, and nothing is said (spec §8). */
const silentPaths = ['/analysis/get_notebook', '/autotests/assets/get']

/** Each message of a failure as a notification of its own, which stays until it is dismissed (spec §8 "General handling"). */
export function showErrors(error: unknown, environment: string = import.meta.env.MODE): void {
  const path = failedPathOf(error)
  if (path !== undefined && silentPaths.some((one) => path.startsWith(one))) return
  const caption = debugModes.includes(environment) ? path : undefined
  for (const text of errorTexts(error)) showToast('error', text, undefined, caption)
}
