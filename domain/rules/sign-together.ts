import type { Analysis } from '../entities/analysis.ts'
import { canonicalJson } from '../canonical.ts'
import type { Risk } from './review-risk.ts'
import { reviewOf, staleReviews } from './sample-review.ts'

/** Runs that one act of signing covers at most: as many as a person can still have in mind, and as one request reads files of. */
export const mostTogether = 25

/**
 * Return true when a run may be signed in a series: nothing was found in it, and no reviewer has held a sample back. That it has
 * waited long says nothing about the run.
 * @param risks all that `findRisks` found in its results and its record.
 */
export function isClean(
  record: Pick<Analysis, 'samples' | 'sample_reviews' | 'results'>,
  risks: readonly Risk[],
): boolean {
  const isHeld = record.samples.some(({ uuid }) => {
    const verdict = reviewOf(record, uuid)?.verdict
    return verdict !== undefined && verdict !== 'accepted'
  })
  const found = risks.filter(({ name }) => name !== 'waiting')
  return found.length === 0 && !isHeld && staleReviews(record).length === 0
}

/** Return the text whose SHA-256 identifies a series, for a proof that is bound to one content. */
export function seriesText(runs: readonly { uuid: string; record_hash: string }[]): string {
  return canonicalJson(runs.map(({ uuid, record_hash }) => [uuid, record_hash]))
}
