import type { SampleDecision, SampleReview } from '../entities/sample-review.ts'

/** Who decides, when, and on which results: the same for all that is decided at once. */
export type Reviewer = Pick<SampleReview, 'user_uuid' | 'user_name' | 'at' | 'result_hash'>

export type MergedReviews =
  | { clash: false; reviews: SampleReview[] }
  | { clash: true; sample_uuid: string }

/**
 * How the words of two reviewers meet: those on different samples both stand; of two on one sample neither takes the
 * other's place, unless its writer saw it or it says the same. All of them or none: what clashes a person decides again.
 * They stand in the order of the samples' ids: nothing depends on who was quicker.
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

/** Whether it stands there already, of the same results: the word of who gave it first. */
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
