import { Fault, type FaultDetail, faultStatus } from '../../domain/fault.ts'

/** First and longest wait between two tries. */
const firstWaitMs = 1000
export const longestWaitMs = 60_000

/**
 * Return a delay with full jitter: anything up to a bound that doubles with each try, so that a returning fleet does
 * not call at once.
 */
export function backOffMs(tries: number, random: () => number): number {
  const bound = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, tries - 1))
  return Math.ceil(bound * random())
}

/**
 * Classify a failed call. `away`: no call is made at all (no network, nobody signed in); the attempt does not count.
 * `passing`: no answer, or the service is unavailable now. `final`: the service refused.
 */
export type Failure = 'away' | 'passing' | 'final'

const away: readonly string[] = ['offline', 'not_signed_in', 'session_expired']
// Faults that pass: operations of a page that is too old wait until it is reloaded.
const passing: readonly string[] = [
  'network',
  'timeout',
  'too_many',
  'wrong_region',
  'client_outdated',
]

export function failureOf({ code }: FaultDetail): Failure {
  if (away.includes(code)) return 'away'
  return passing.includes(code) || faultStatus[code] >= 500 ? 'passing' : 'final'
}

/** Return true if there was no answer or no room: the failure is not about this call, and others would fail the same. */
export function isSilence(error: unknown): boolean {
  return ['network', 'timeout', 'overloaded'].includes(faultOf(error).code)
}

/** Return the fault of any error. One that is no Fault is a bug: retried, reported, never dropped. */
export function faultOf(error: unknown): FaultDetail {
  if (error instanceof Fault) return error.first
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, reason: 'client_failed' }
}
