import type { Analysis, Sample } from '../entities/analysis.ts'
import type { SampleDecision, SampleReview } from '../entities/sample-review.ts'
import { isReason } from './plain-text.ts'

type Reviewed = Pick<Analysis, 'sample_reviews'>
type Judged = Pick<Analysis, 'sample_reviews' | 'results'>

/** Return the review of a sample, if there is one. */
export function reviewOf({ sample_reviews }: Reviewed, sample: string): SampleReview | undefined {
  return sample_reviews?.find(({ sample_uuid }) => sample_uuid === sample)
}

/**
 * Return the review that holds a sample's results back; null if none does. A signature releases all that nobody held
 * back: an acceptance shows that a person looked, not that others are not released. A review of earlier results holds
 * them back too: only a person may release a sample.
 */
export function heldBack(record: Reviewed, sample: string): SampleReview | null {
  const review = reviewOf(record, sample)
  return review && review.verdict !== 'accepted' ? review : null
}

/** Return reviews of other results than the newest: neither kept nor dropped without a reviewer who looks again. */
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
  /** Number of the first three that were given on earlier results. */
  stale: number
}

/** Count the reviews over the present samples. */
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

type Placed = Pick<Sample, 'uuid' | 'coordinates'>

/**
 * Find a sample whose results a reviewer holds back, and of whose wells a change of the plate leaves one to nobody: the reviewer's word
 * would be gone for a sample that is put there later.
 */
export function findAbandoned<Of extends Placed>(
  record: Reviewed,
  before: readonly Of[],
  after: readonly Placed[],
): Of | null {
  const taken = new Set(after.flatMap(({ coordinates }) => coordinates))
  const isLeft = ({ coordinates }: Placed) => coordinates.some((well) => !taken.has(well))
  return before.find((sample) => heldBack(record, sample.uuid) && isLeft(sample)) ?? null
}

/**
 * Return the reviews after a change of the plate. An acceptance of a sample that is no longer on it goes with the sample; a word that
 * holds results back is about what was measured, and holds for whichever sample has these wells now. It is of earlier results then, so
 * that a reviewer looks again before the run is signed.
 */
export function reviewsOn(
  reviews: readonly SampleReview[],
  before: readonly Placed[],
  after: readonly Placed[],
): SampleReview[] {
  const there = new Set(after.map(({ uuid }) => uuid))
  const kept = new Map(
    reviews.filter((one) => there.has(one.sample_uuid)).map((one) => [one.sample_uuid, one]),
  )
  for (const review of reviews.filter(({ verdict }) => verdict !== 'accepted')) {
    const wells = before.find(({ uuid }) => uuid === review.sample_uuid)?.coordinates ?? []
    const heirs = after.filter(({ coordinates }) =>
      coordinates.some((well) => wells.includes(well)),
    )
    for (const { uuid: sample_uuid } of heirs) {
      const isFree = (kept.get(sample_uuid)?.verdict ?? 'accepted') === 'accepted'
      if (isFree) kept.set(sample_uuid, { ...review, sample_uuid })
    }
  }
  return [...kept.values()]
}
