import * as v from 'valibot'
import { doer, Timestamp, Uuid, YesNo } from '../fields.ts'

/** Length of a visit in minutes, at most a working day. */
export const VisitMinutes = v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(480))

/** Somebody of another company acting in this one. */
export const Visit = v.strictObject({
  uuid: Uuid,
  /** The person and their own company, by the names that they had then. */
  ...doer,
  from: v.strictObject({ uuid: Uuid, name: v.string() }),
  via: v.picklist(['partner', 'provider']),
  reason: v.string(),
  at: Timestamp,
  /** Its end, unless it was ended before. */
  until: Timestamp,
  ended_at: v.nullable(Timestamp),
  /** Name of the person who granted it, where the company grants visits (decision 80); absent for an emergency. */
  granted_by: v.optional(v.string()),
  /** The request that was granted, so that its grant is known to have been used. */
  request: v.optional(Uuid),
  /** Set where it began without being granted. */
  emergency: v.optional(YesNo),
})
export type Visit = v.InferOutput<typeof Visit>

/** Request of somebody of another company to act in this one; the newest of a person replaces the one before. */
export const VisitRequest = v.strictObject({
  ...v.omit(Visit, ['until', 'ended_at', 'granted_by', 'request', 'emergency']).entries,
  minutes: VisitMinutes,
  /** Absent while it waits. A visit that was granted begins within `grantHours`. */
  answer: v.optional(
    v.strictObject({
      granted: YesNo,
      ...doer,
      at: Timestamp,
      /** Absent where no reason was given. */
      reason: v.optional(v.string()),
      /** Set where it had been granted, and was taken back before the visit began. */
      taken_back: v.optional(YesNo),
    }),
  ),
})
export type VisitRequest = v.InferOutput<typeof VisitRequest>

/** Hours in which a visit that was granted begins: over a weekend. */
export const grantHours = 72

/** Return when a grant ends, in milliseconds since 1970. */
export function endOfGrant({ at }: { at: string }): number {
  return Date.parse(at) + grantHours * 3_600_000
}
