import type { SampleDecision, SampleReview } from '../entities/sample-review.ts'

/** The reviewer, the time and the results of a decision: the same for all samples that are decided at once. */
export type Reviewer = Pick<SampleReview, 'user_uuid' | 'user_name' | 'at' | 'result_hash'>

export type MergedReviews =
  | { clash: false; reviews: SampleReview[] }
  | { clash: true; sample_uuid: string }

/**
 * Merge the decisions of two reviewers. Decisions on different samples are both kept; of two on one sample neither replaces
 * the other, unless its writer saw it or both say the same. All are taken or none: a person decides about a clash. They are
 * sorted by the samples' ids, so that the order of arrival does not matter.
 */
export function mergeSampleReviews(
  current: readonly SampleReview[],
  decisions: readonly SampleDecision[],
  reviewer: Reviewer,
): MergedReviews {
  const merged = new Map(current.map((one) => [one.sample_uuid, one]))
  for (const { sample_uuid, verdict, reason = '', seen } of decisions) {
    const stands = merged.get(sample_uuid)
    if (saysThat(stands, { verdict, reason }, reviewer)) continue
    if ((stands?.at ?? null) !== seen) return { clash: true, sample_uuid }
    if (verdict === null) merged.delete(sample_uuid)
    else merged.set(sample_uuid, { sample_uuid, verdict, reason, ...reviewer })
  }
  const reviews = [...merged.values()].toSorted((a, b) => (a.sample_uuid < b.sample_uuid ? -1 : 1))
  return { clash: false, reviews }
}

/** Return true when the same decision on the same results is there already: the first one is kept. */
function saysThat(
  stands: SampleReview | undefined,
  { verdict, reason }: { verdict: SampleDecision['verdict']; reason: string },
  { result_hash }: Reviewer,
): boolean {
  if (!stands || verdict === null) return !stands && verdict === null
  return (
    stands.verdict === verdict && stands.reason === reason && stands.result_hash === result_hash
  )
}
