import * as v from 'valibot'
import { auditReviewActions } from '../actions/audit-review.ts'
import { get, post, search } from '../call.ts'
import {
  AuditMark,
  AuditReview,
  auditReview,
  EntryNumber,
  EntryRisk,
  MarkWord,
} from '../entities/audit-review.ts'
import { Timestamp, Uuid } from '../fields.ts'
import { kinds } from '../registry.ts'
import { damageReasons } from '../trail/damage.ts'
import { searchRow } from './record-rows.ts'
import { After, byId, Order, Page, SortedPage } from './shapes.ts'
import { Signing } from './signing.ts'

/** An entry of the audit trail (domain/trail/entry.ts). */
export const TrailEntry = v.strictObject({
  seq: v.number(),
  op_id: v.string(),
  at: v.string(),
  actor: v.strictObject({
    uuid: v.string(),
    name: v.string(),
    via: v.string(),
    /** Profile at that moment, and the person's time zone. */
    role: v.optional(v.string()),
    /** The API key that acted in their name. */
    key: v.optional(v.string()),
    zone: v.optional(v.string()),
  }),
  action: v.string(),
  kind: v.string(),
  uuid: v.string(),
  reason: v.string(),
  changes: v.array(
    v.strictObject({
      field: v.string(),
      before: v.optional(v.unknown()),
      after: v.optional(v.unknown()),
    }),
  ),
  previous: v.nullable(v.string()),
  record_hash: v.nullable(v.string()),
})

export type TrailEntry = v.InferOutput<typeof TrailEntry>

/** A signed checkpoint: the note itself, the public key it was signed with, and when it was kept outside. */
const CheckpointRow = v.strictObject({
  size: v.number(),
  at: v.string(),
  note: v.string(),
  key: v.string(),
  anchored_at: v.nullable(v.string()),
})

const Kind = v.picklist(kinds)
const byRecord = v.strictObject({ kind: Kind, id: Uuid })
const Count = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,14})$/, 'count'))

/** An entry that a review reads, with its risk and the last word that was said about it. */
const QueueRow = v.strictObject({
  ...TrailEntry.entries,
  risk: EntryRisk,
  /** The account made it and the company wants four eyes: somebody else must mark it. */
  own: v.boolean(),
  /** Name of the person who made it and counts as the reader (rules/second-person.ts). */
  own_as: v.optional(v.string()),
  mark: v.nullable(
    v.strictObject({ word: MarkWord, note: v.string(), user_name: v.string(), at: Timestamp }),
  ),
})
export type QueueRow = v.InferOutput<typeof QueueRow>

/** Fields by which entries can be sorted: their number, which is their order in time, and who did what to which kind. */
export const entrySorts = ['at', 'who', 'action', 'kind'] as const
export type EntrySort = (typeof entrySorts)[number]

/** Paging; the order is always the newest first. */
const Paging = v.strictObject({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'page'))),
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit'))),
})

/**
 * The audit trail of a company. Who may search it sees it whole: entries of every swarm and of what was removed.
 * Exports can be checked without the service (scripts/verify, and the page /verify).
 */
export const auditCalls = {
  /** List the entries of one visible record, oldest first. Needs the permission to search its kind; for messages and files that were handed out, that of the whole trail. */
  record: get('/audit/record/:kind/:id', {
    needs: null,
    params: byRecord,
    data: v.array(TrailEntry),
  }),
  search: search('/audit/search', {
    needs: 'audit.search',
    query: v.strictObject({
      ...Paging.entries,
      order: v.optional(Order(entrySorts)),
      after: v.optional(After),
    }),
    body: v.optional(
      v.strictObject({
        /** Text in the name of the person or in the present name of the record, whatever its case and accents. */
        search: v.optional(v.pipe(v.string(), v.maxLength(100))),
        kind: v.optional(Kind),
        uuid: v.optional(Uuid),
        actor_uuid: v.optional(Uuid),
        action: v.optional(v.pipe(v.string(), v.maxLength(80))),
        from: v.optional(Timestamp),
        to: v.optional(Timestamp),
      }),
    ),
    data: SortedPage(TrailEntry),
  }),
  /** Return the trail's length, newest checkpoint and public key, and whether the store was restored to an older state. */
  state: get('/audit/state', {
    needs: 'audit.search',
    data: v.strictObject({
      origin: v.string(),
      key: v.string(),
      size: v.number(),
      checkpoint: v.nullable(CheckpointRow),
      rewound: v.nullable(
        v.strictObject({
          reason: v.picklist(['anchor_ahead', 'anchor_differs']),
          anchor: v.number(),
          size: v.number(),
          found_at: v.string(),
          /** The operator has said why, in the trail; behind this size it is signed again. */
          explained: v.optional(v.strictObject({ at: v.string(), up_to: v.number() })),
        }),
      ),
      /** In what the store differs from its own trail: nothing is signed until its operator has put it right. */
      damaged: v.nullable(
        v.strictObject({
          found_at: v.string(),
          places: v.array(
            v.strictObject({
              reason: v.picklist(damageReasons),
              kind: v.optional(v.string()),
              uuid: v.optional(v.string()),
              seq: v.optional(v.number()),
            }),
          ),
        }),
      ),
      /** Time of the last comparison of the whole store with its trail; null before the first one since it started. */
      checked_at: v.nullable(v.string()),
      /** Name the part that the last comparison of the store could not read; absent when it read all. */
      not_checked: v.optional(v.picklist(['anchors', 'store'])),
    }),
  }),
  /** Public key of the trail, to be kept elsewhere and given to auditors. */
  key: get('/audit/key', {
    needs: null,
    data: v.strictObject({ origin: v.string(), key: v.string() }),
  }),
  checkpoints: get('/audit/checkpoints', {
    needs: 'audit.search',
    query: Paging,
    data: Page(CheckpointRow),
  }),
  /** Proof that the trail of one checkpoint begins with that of another. */
  consistency: get('/audit/consistency/:from/:to', {
    needs: 'audit.search',
    params: v.strictObject({ from: Count, to: Count }),
    data: v.strictObject({ from: v.string(), to: v.string(), proof: v.array(v.string()) }),
  }),
  /** Return how far the trail has been reviewed, and the number of entries that wait for a reviewer's word. */
  reviewState: get('/audit/reviews/state', {
    needs: 'audit.search',
    data: v.strictObject({
      size: v.number(),
      /** The newest signed review; null before the first. */
      reviewed: v.nullable(AuditReview),
      risky: v.number(),
      unread: v.number(),
    }),
  }),
  /** List the risky entries since the last signed review, by risk and age. */
  queue: search('/audit/reviews/queue', {
    needs: 'audit.search',
    query: Paging,
    data: Page(QueueRow),
    timeout: 60_000,
  }),
  /** List reviews, the signed ones and the one that is prepared. */
  reviews: searchRow(auditReview),
  /** Say one word about entries of the queue; the note is needed for all but "in order". */
  mark: post('/audit/reviews/mark', {
    needs: auditReviewActions.mark.needs,
    reach: 'own',
    person: true,
    body: v.strictObject({
      entries: AuditMark.entries.entries,
      word: MarkWord,
      note: v.optional(AuditMark.entries.note),
    }),
    data: AuditMark,
  }),
  /** Make the review that is to be signed, up to an entry or to the newest; one that is not signed takes the new content. */
  prepare: post('/audit/reviews/prepare', {
    needs: auditReviewActions.prepare.needs,
    reach: 'own',
    person: true,
    body: v.optional(v.strictObject({ to_entry: v.optional(EntryNumber) })),
    data: AuditReview,
    timeout: 60_000,
  }),
  /** Sign a prepared review: refused while a risky entry of its period has no word, or when its counts have changed. */
  sign: post('/audit/reviews/sign/:id', {
    needs: auditReviewActions.sign.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: AuditReview,
    timeout: 60_000,
  }),
  /** One record with entries, proofs, checkpoint and signatures: a file that can be checked by itself. */
  exportRecord: get('/audit/export/:kind/:id', {
    needs: 'audit.export',
    params: byRecord,
    reply: 'blob',
    timeout: 60_000,
  }),
  /** A page of the whole trail: the texts of all pages set one after the other are the file. */
  exportTrail: get('/audit/trail', {
    needs: 'audit.export',
    query: v.strictObject({ after: v.optional(Count), size: v.optional(Count) }),
    data: v.strictObject({
      text: v.string(),
      next: v.nullable(v.number()),
      size: v.number(),
    }),
    timeout: 60_000,
  }),
}
