import * as v from 'valibot'
import { Day, Name, Text, Uuid } from '../fields.ts'
import { isName, isSeenReason } from '../rules/plain-text.ts'

/** Text printed on a label: one line of visible characters. */
const Printed = v.pipe(v.string(), v.maxLength(63), v.check(isName, 'control_character'))

/** The kit of reagents that a run was set up with: what its label said, beside the record that it is of (spec §3 "bKIT"). */
export const RunKit = v.strictObject({
  bkit_uuid: Uuid,
  name: Name,
  ref: Printed,
  lot: v.pipe(Printed, v.regex(/\S/, 'required')),
  /** Number of the box in its lot, where the label gives one. */
  box: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
  expiry_date: Day,
  /** Tests in a full box, by the provider's record. Only the service writes it; absent where it knows none. */
  tests: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  /** The provider's own record says the same lot. Only the service writes it. */
  confirmed: v.boolean(),
  /** Reason to use it after its expiry; a launch needs one then. */
  expired_reason: v.optional(
    v.pipe(Text, v.minLength(3), v.maxLength(500), v.check(isSeenReason, 'reason')),
  ),
})
export type RunKit = v.InferOutput<typeof RunKit>
