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

/** The cells of `reviewColumns`; empty where nobody said anything of the sample. */
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
 * A sample's result as a report may say it: of one that is held back or rejected only that, in place of its call, and no
 * numbers. Who reads nothing but that column must not take it for a released result.
 */
export function reported(record: Analysis, result: SampleResult): Reported {
  const held = heldBack(record, result.sample_uuid)
  return held ? { call: held.verdict, cq_mean: null, cq_sd: null, quantity: null } : result
}
