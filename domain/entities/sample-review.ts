import * as v from 'valibot'
import { author, ContentHash, Text, Timestamp, Uuid } from '../fields.ts'

/** `held`: not before it has been looked at again, such as a repeat; `rejected`: not at all. */
export const sampleVerdicts = ['accepted', 'held', 'rejected'] as const
export const SampleVerdict = v.picklist(sampleVerdicts)
export type SampleVerdict = v.InferOutput<typeof SampleVerdict>

/** Why, in the reviewer's words; needed for all but an acceptance. */
const VerdictReason = v.pipe(Text, v.maxLength(500))

/** A reviewer's word on one sample, before the whole is signed. Who and when are the service's word. */
export const SampleReview = v.strictObject({
  sample_uuid: Uuid,
  verdict: SampleVerdict,
  reason: VerdictReason,
  ...author,
  at: Timestamp,
  /** Hash of the results that it was given on: of later ones it says nothing. */
  result_hash: ContentHash,
})
export type SampleReview = v.InferOutput<typeof SampleReview>

/** Change by a reviewer: a decision on a sample, or (`null`) the withdrawal of the present one. */
export const SampleDecision = v.strictObject({
  sample_uuid: Uuid,
  verdict: v.nullable(SampleVerdict),
  reason: v.optional(VerdictReason),
  /** `at` of the word that the reviewer saw there; null where there was none. */
  seen: v.nullable(Timestamp),
})
export type SampleDecision = v.InferOutput<typeof SampleDecision>
