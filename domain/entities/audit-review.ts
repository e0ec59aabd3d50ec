import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Comment, ContentHash, stamps, Timestamp, Uuid } from '../fields.ts'
import { Signature } from './analysis.ts'

/** Risks of entries of the audit trail, in the order in which a review reads them (decision 51). */
export const entryRisks = ['deletion', 'override', 'recalculation', 'rights', 'late'] as const
export const EntryRisk = v.picklist(entryRisks)
export type EntryRisk = v.InferOutput<typeof EntryRisk>

/** Words that a reviewer marks an entry with. All but the first need a note. */
export const markWords = ['in_order', 'explained', 'follow_up'] as const
export const MarkWord = v.picklist(markWords)
export type MarkWord = v.InferOutput<typeof MarkWord>

/** Most entries that are marked by one word at once. */
export const mostMarked = 100

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Number of an entry of the trail. */
export const EntryNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

/** A reviewer's word on entries of the audit trail. Of two words on one entry the later one counts. */
export const AuditMark = v.strictObject({
  ...stamps,
  entries: v.pipe(v.array(EntryNumber), v.minLength(1), v.maxLength(mostMarked)),
  /** The highest of them. */
  last_entry: EntryNumber,
  word: MarkWord,
  note: Comment,
  user_uuid: Uuid,
  user_name: v.string(),
})
export type AuditMark = v.InferOutput<typeof AuditMark>

export const auditMark = entity({
  kind: 'audit_mark',
  path: '/audit/marks',
  permission: 'audit.search',
  schema: AuditMark,
  indexes: [],
  scope: 'company',
  local: null,
  trash: null,
})

/**
 * A review of the audit trail over one period, without gaps to the one before (EU GMP Annex 11 §9, 21 CFR 11.10(e)). It is
 * prepared with its counts, and signed as it was prepared.
 */
export const AuditReview = v.strictObject({
  ...stamps,
  /** Counts from 1 in the company. */
  number: EntryNumber,
  /** First and last entry of the period, with their times. */
  from_entry: EntryNumber,
  to_entry: EntryNumber,
  from_at: Timestamp,
  to_at: Timestamp,
  /** Root of the trail of `to_entry` entries: the signature covers each of them. */
  root: ContentHash,
  /** Entries of each risk in the period, and of each word that was said about them. */
  risks: v.strictObject({
    deletion: Count,
    override: Count,
    recalculation: Count,
    rights: Count,
    late: Count,
  }),
  words: v.strictObject({ in_order: Count, explained: Count, follow_up: Count }),
  user_uuid: Uuid,
  user_name: v.string(),
  signature: v.nullable(Signature),
})
export type AuditReview = v.InferOutput<typeof AuditReview>

export const auditReview = entity({
  kind: 'audit_review',
  path: '/audit/reviews',
  permission: 'audit.search',
  schema: AuditReview,
  indexes: [],
  scope: 'company',
  local: null,
  trash: null,
})
