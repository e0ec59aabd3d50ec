import type { Analysis } from '../entities/analysis.ts'
import type { SampleDecision, SampleReview } from '../entities/sample-review.ts'
import { isReason } from './plain-text.ts'

type Reviewed = Pick<Analysis, 'sample_reviews'>
type Judged = Pick<Analysis, 'sample_reviews' | 'results'>

/** The reviewer's word on a sample, if there is one. */
export function reviewOf({ sample_reviews }: Reviewed, sample: string): SampleReview | undefined {
  return sample_reviews?.find(({ sample_uuid }) => sample_uuid === sample)
}

/**
 * The word that keeps a sample's results from being released; null where nothing does. A signature releases what nobody
 * held back: an acceptance says that somebody looked, not that others are not released. It also keeps them where it was
 * given on earlier results: only a person lets go of a sample.
 */
export function heldBack(record: Reviewed, sample: string): SampleReview | null {
  const review = reviewOf(record, sample)
  return review && review.verdict !== 'accepted' ? review : null
}

/** Words given on other results than the newest: neither kept nor dropped without a reviewer who looks again. */
export function staleReviews({ sample_reviews = [], results }: Judged): SampleReview[] {
  const newest = results.at(-1)?.hash
  return sample_reviews.filter(({ result_hash }) => result_hash !== newest)
}

/** Numbers of samples of a run by their review. */
export interface ReviewCounts {
  accepted: number
  held: number
  rejected: number
  /** Without a word of their own. */
  open: number
  /** Of the first three, those given on earlier results. */
  stale: number
}

/** Counted over the samples there are. */
export function countReviews(record: Judged & Pick<Analysis, 'samples'>): ReviewCounts {
  const counts = { accepted: 0, held: 0, rejected: 0, open: 0 }
  for (const { uuid } of record.samples) counts[reviewOf(record, uuid)?.verdict ?? 'open'] += 1
  return { ...counts, stale: staleReviews(record).length }
}

/** Return the reason that a decision is refused; null when it is allowed. */
export function refuseDecision(
  { samples }: Pick<Analysis, 'samples'>,
  { sample_uuid, verdict, reason = '' }: SampleDecision,
): 'sample_unknown' | 'reason_needed' | null {
  if (!samples.some(({ uuid }) => uuid === sample_uuid)) return 'sample_unknown'
  const needsReason = verdict === 'held' || verdict === 'rejected'
  return needsReason && !isReason(reason) ? 'reason_needed' : null
}

/** Words on samples that are no longer on the plate go with them. */
export function reviewsOn(
  reviews: readonly SampleReview[],
  samples: readonly { uuid: string }[],
): SampleReview[] {
  const there = new Set(samples.map(({ uuid }) => uuid))
  return reviews.filter(({ sample_uuid }) => there.has(sample_uuid))
}
