import type { Analysis } from '../../domain/entities/analysis.ts'
import type { SampleVerdict } from '../../domain/entities/sample-review.ts'
import type { CallName, SampleResult } from '../../domain/results.ts'
import { heldBack, reviewOf } from '../../domain/rules/sample-review.ts'

/** Columns with a reviewer's decision on the sample, beside each of its rows. */
export const reviewColumns = [
  'Sample review',
  'Review reason',
  'Reviewed by',
  'Reviewed at (UTC)',
] as const

/** Return the cells of `reviewColumns`; empty for a sample without a review. */
export function reviewCells(record: Analysis, sample: string | null): string[] {
  const review = reviewOf(record, sample ?? '')
  if (!review) return ['', '', '', '']
  return [review.verdict, review.reason, review.user_name, review.at]
}

/** Reported values of a sample and target. */
export type Reported = Pick<SampleResult, 'cq_mean' | 'cq_sd' | 'quantity'> & {
  call: CallName | SampleVerdict
}

/**
 * Return a sample's result as a report may state it: for one that is held back or rejected only that word in place of
 * its call, and no numbers, so that a person who reads that column alone does not take it for a released result.
 */
export function reported(record: Analysis, result: SampleResult): Reported {
  const held = heldBack(record, result.sample_uuid)
  return held ? { call: held.verdict, cq_mean: null, cq_sd: null, quantity: null } : result
}
