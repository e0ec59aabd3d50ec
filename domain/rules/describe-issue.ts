import { asReason, type Reason } from '../reasons/reason.ts'
import type * as v from 'valibot'
import type { FaultParams } from '../fault.ts'

/** Reason and message of a fault about one value. */
interface Described {
  reason: Reason
  /** English, for API users. */
  message: string
  params?: FaultParams
}

/**
 * Describe an issue of a schema, for faults of the edge and forms of the page alike (spec §5): a missing field is
 * `required`, a text too short names the fewest characters, a forbidden character is named. All other issues are identified
 * by the message of their check where that is a name, as in domain/fields.ts, or by their type.
 */
export function describeIssue(issue: v.BaseIssue<unknown>): Described {
  const { input, expected, received, requirement } = issue
  // Take this for a missing entry of an object: what is expected is the entry's name, in quotation marks.
  if (received === 'undefined' && expected?.startsWith('"')) {
    return { reason: 'required', message: 'Field is required' }
  }
  const reason = asReason(/^[a-z_]+$/.test(issue.message) ? issue.message : issue.type)
  if (reason === 'min_length' && typeof requirement === 'number') {
    const params = { minimum: requirement }
    return Array.isArray(input)
      ? { reason: 'min_items', message: `At least ${requirement} are needed`, params }
      : { reason, message: `At least ${requirement} characters`, params }
  }
  const named = /^(forbidden|control)_character$/.test(reason) && nameForbidden(input, requirement)
  if (named) {
    const params = { character: named }
    return { reason, message: `The character ${named} is not allowed`, params }
  }
  return { reason, message: issue.message }
}

/** Name the first character that a pattern or a check refuses; an invisible one by its number. */
function nameForbidden(input: unknown, allowed: unknown): string | null {
  if (typeof input !== 'string') return null
  const takes = takerOf(allowed)
  const found = takes && [...input].find((one) => !takes(one))
  if (!found) return null
  const isSeen = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(found)
  const number = (found.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return isSeen ? found : `U+${number.padStart(4, '0')}`
}

function takerOf(allowed: unknown): ((text: string) => boolean) | null {
  if (allowed instanceof RegExp) return (text) => allowed.test(text)
  return typeof allowed === 'function' ? (allowed as (text: string) => boolean) : null
}
