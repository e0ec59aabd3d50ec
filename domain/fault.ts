import type { Reason } from './reasons/reason.ts'

/** Every failure that may cross the wire, with its HTTP status. A closed list: the interface has a text for each. */
export const faultStatus = {
  not_signed_in: 401,
  wrong_credentials: 401,
  session_expired: 401,
  forbidden: 403,
  not_found: 404,
  method_refused: 405,
  refused: 409,
  stale: 409,
  taken: 409,
  device_busy: 409,
  device_outdated: 409,
  wrong_region: 421,
  invalid: 422,
  reason_needed: 422,
  client_outdated: 426,
  too_many: 429,
  internal: 500,
  device_unreachable: 503,
  not_ready: 503,
  overloaded: 503,
  frozen: 503,
  timeout: 504,
  store_full: 507,
  // Answer it as if it had failed: only the client sees a call that
  // is not made, nothing crossed the wire (spec §8 "offline").
  offline: 500,
  network: 0,
} as const

export type FaultCode = keyof typeof faultStatus

/** Failures that say nothing about the call: no answer came, or the service had no room for it. */
const unanswered: ReadonlySet<FaultCode> = new Set(['offline', 'network', 'timeout', 'overloaded'])

export type FaultParams = Readonly<Record<string, string | number>>

export interface FaultDetail {
  code: FaultCode
  /** English, for logs and API users; the interface shows its own text for `code` and `reason`. */
  message: string
  /** Dotted path of the offending field, such as `samples.3.wells`. */
  field?: string | undefined
  /** Narrower name of what went wrong inside `code`, such as `sample_without_well`. */
  reason?: Reason | undefined
  params?: FaultParams | undefined
  /** Record that a stale write sent, and the one that is there now. */
  versions?: { yours: unknown; theirs: unknown } | undefined
}

/** Describe what is wrong with one field of an input. */
export function problem(
  reason: Reason,
  field: string,
  message: string,
  params: FaultParams = {},
): FaultDetail {
  return { code: 'invalid', reason, field, message, params }
}

const longestRetryS = 300

/**
 * A failure with a place and a code, thrown anywhere and turned into the envelope in one catch per side.
 * Several problems of one input travel together in `details`; the first gives the status.
 */
export class Fault extends Error {
  readonly details: readonly FaultDetail[]

  constructor(code: FaultCode, message: string, rest?: Omit<FaultDetail, 'code' | 'message'>)
  constructor(details: readonly [FaultDetail, ...FaultDetail[]])
  constructor(
    codeOrDetails: FaultCode | readonly [FaultDetail, ...FaultDetail[]],
    message = '',
    rest: Omit<FaultDetail, 'code' | 'message'> = {},
  ) {
    const details =
      typeof codeOrDetails === 'string'
        ? ([{ code: codeOrDetails, message, ...rest }] as const)
        : codeOrDetails
    super(details[0].message)
    this.name = 'Fault'
    this.details = details
  }

  get first(): FaultDetail {
    // Expect a first detail, since the constructor takes at least one.
    return this.details[0] as FaultDetail
  }

  get code(): FaultCode {
    return this.first.code
  }

  get status(): number {
    return faultStatus[this.code]
  }

  /** Return the milliseconds that the service asks to wait before the call is sent again; 0 where it says nothing. */
  get retryAfterMs(): number {
    const seconds = Number(this.first.params?.['retry_after_s'] ?? 0)
    return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestRetryS) * 1000 : 0
  }
}

/** Return true if the service has not judged the call: what it holds is neither there nor refused, and is sent again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Fault && unanswered.has(error.code)
}
