import type { Analysis } from '../../domain/entities/analysis.ts'
import type { SampleDecision } from '../../domain/entities/sample-review.ts'
import { Fault } from '../../domain/fault.ts'
import { refuseDecision } from '../../domain/rules/sample-review.ts'
import { mergeSampleReviews } from '../../domain/sync/merge-sample-reviews.ts'
import { checkRead, filesBehind } from '../files/signed-files.ts'
import { allow } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { withKnownHands } from './hands.ts'
import { authorOf, type StoredBody } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkConfirmed } from './sign.ts'
import type { Sql } from './sql.ts'

/** A reviewer's word on single samples. */
export interface ReviewChange {
  type: 'analysis.reviewSamples'
  uuid: string
  /** Hash of the results that the reviewer saw. */
  result_hash: string
  decisions: readonly SampleDecision[]
  /** Hashes of the files that were read just before (signed-files.ts). */
  read: readonly string[]
}

export const reviewPlanners: Planners<ReviewChange> = {
  'analysis.reviewSamples': (sql, change, by, at) => ({
    kind: 'analysis',
    uuid: change.uuid,
    action: change.type,
    reason: reasonsOf(change.decisions),
    change: (before) => reviewSamples(sql, before, change, by, at),
  }),
}

/** Join the reasons of the decisions for the audit entry, each once. */
function reasonsOf(decisions: readonly SampleDecision[]): string {
  const said = [...new Set(decisions.flatMap(({ reason }) => reason || []))].join(' · ')
  // Cut, without the first half of a character at its end.
  return said.slice(0, 500).replace(/\p{Cs}$/u, '')
}

/**
 * Write a review with its person and time; it is valid only while the results are those that were seen.
 * @throws Fault as the call documents, and for everything that a signature is refused for except a password.
 */
function reviewSamples(
  sql: Sql,
  before: Analysis | null,
  { decisions, result_hash, read }: ReviewChange,
  by: By,
  at: string,
): StoredBody {
  const record = mustSee('analysis', before, by.sight)
  allow('reviewSamples', withKnownHands(sql, record), by)
  checkConfirmed(sql, by)
  decisions.forEach((decision, index) => checkDecision(record, decision, index))
  if (record.results.at(-1)?.hash !== result_hash) {
    throw new Fault('stale', 'The results have been calculated again: look at them once more', {
      field: 'result_hash',
      reason: 'changed_meanwhile',
    })
  }
  checkRead(read, filesBehind(record))
  const reviewer = { ...authorOf(by.actor), at, result_hash }
  const merged = mergeSampleReviews(record.sample_reviews ?? [], decisions, reviewer)
  if (merged.clash) throw clash(record, decisions, merged.sample_uuid)
  return { ...record, sample_reviews: merged.reviews }
}

function checkDecision(record: Analysis, decision: SampleDecision, index: number): void {
  const refusal = refuseDecision(record, decision)
  if (refusal === 'sample_unknown') {
    throw new Fault('invalid', 'There is no such sample on this plate', {
      field: `decisions.${index}.sample_uuid`,
      reason: 'sample_unknown',
    })
  }
  if (refusal === 'reason_needed') {
    throw new Fault('reason_needed', 'Say why it is not accepted', {
      field: `decisions.${index}.reason`,
    })
  }
}

function clash(record: Analysis, decisions: readonly SampleDecision[], sample: string): Fault {
  const index = decisions.findIndex(({ sample_uuid }) => sample_uuid === sample)
  return new Fault('stale', 'Another reviewer decided about this sample meanwhile', {
    field: `decisions.${index}`,
    reason: 'changed_meanwhile',
    versions: { yours: { decisions }, theirs: { sample_reviews: record.sample_reviews ?? [] } },
  })
}
