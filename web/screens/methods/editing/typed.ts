import * as v from 'valibot'
import type { FaultDetail } from '../../../../domain/fault.ts'
import type { Typed as TypedValue } from '../../../parts/form/read-number.ts'

/**
 * A number of a draft. Keep a text that is no number: as none, it would be saved as no limit once its field is closed, or
 * the page loaded again.
 */
export const Typed: v.GenericSchema<unknown, TypedValue> = v.nullable(
  v.union([v.number(), v.string()]),
)

/** Return the number; NaN where there is none yet. */
export function known(value: TypedValue): number {
  return typeof value === 'number' ? value : Number.NaN
}

/** Return the number; null where there is none yet. */
export function numberOf(value: TypedValue): number | null {
  return typeof value === 'number' ? value : null
}

/** Say what keeps a value from being a number: it is missing, or its text is none. */
export function whyNoNumber(field: string, value: TypedValue): FaultDetail {
  return typeof value === 'string'
    ? { code: 'invalid', reason: 'number', message: 'A number', field }
    : { code: 'invalid', reason: 'required', message: 'Field is required', field }
}
