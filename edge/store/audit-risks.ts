import type {
  AuditMark,
  AuditReview,
  EntryRisk,
  MarkWord,
} from '../../domain/entities/audit-review.ts'
import { entryRisks } from '../../domain/entities/audit-review.ts'
import { endsOfRuns, riskOf, riskyActions, riskyOnceEnded } from '../../domain/trail/entry-risk.ts'
import { openRecord } from './open-record.ts'
import type { Sql } from './sql.ts'

/** An entry that a review has to read. */
export interface RiskyEntry {
  seq: number
  risk: EntryRisk
  actor: string
}

/** Words of a reviewer about an entry. */
export interface Word {
  word: MarkWord
  note: string
  user_name: string
  at: string
}

/**
 * Find risky entries by the index of kinds and actions, so that a long period costs what its risky entries do: `pairs` are the
 * kinds and actions that there are, each found by a step in the index. Whether a run had ended is looked for among the entries of
 * its record.
 */
const riskySql = `
  WITH RECURSIVE kinds (kind) AS (
    SELECT min(kind) FROM operations
    UNION ALL
    SELECT (SELECT min(kind) FROM operations WHERE kind > kinds.kind) FROM kinds
      WHERE kind IS NOT NULL
  ),
  pairs (kind, action) AS (
    SELECT kind, (SELECT min(action) FROM operations o WHERE o.kind = kinds.kind) FROM kinds
      WHERE kind IS NOT NULL
    UNION ALL
    SELECT kind, (SELECT min(action) FROM operations o WHERE o.kind = pairs.kind AND o.action > pairs.action)
      FROM pairs WHERE action IS NOT NULL
  )
  SELECT o.seq, o.action, o.actor
  FROM pairs CROSS JOIN operations o
    ON o.kind = pairs.kind AND o.action = pairs.action AND o.seq > ? AND o.seq <= ?
  WHERE (substr(pairs.action, -7) = '.delete' OR substr(pairs.action, -4) = '.put'
      OR pairs.action IN (SELECT value FROM json_each(?)))
    AND (pairs.action NOT IN (SELECT value FROM json_each(?))
      OR EXISTS (SELECT 1 FROM audit CROSS JOIN operations AS ending ON ending.seq = audit.seq
        WHERE audit.kind = o.kind AND audit.uuid = o.uuid AND audit.seq < o.seq
          AND ending.action IN (SELECT value FROM json_each(?))))`

/** Find the risky entries after one entry and up to another, in their order of reading: by risk, then the oldest first. */
export function findRisky(sql: Sql, after: number, upTo: number): RiskyEntry[] {
  const rows = sql.all<{ seq: number; action: string; actor: string }>(
    riskySql,
    after,
    upTo,
    JSON.stringify(riskyActions),
    JSON.stringify(riskyOnceEnded),
    JSON.stringify(endsOfRuns),
  )
  const found = rows.flatMap(({ seq, action, actor }): RiskyEntry[] => {
    const risk = riskOf(action)
    return risk ? [{ seq, risk, actor }] : []
  })
  const rank = ({ risk }: RiskyEntry) => entryRisks.indexOf(risk)
  return found.toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq)
}

/** Read the last word about each entry after this one that has been marked. */
export function readWords(sql: Sql, after: number): ReadonlyMap<number, Word> {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'audit_mark' AND deleted_at IS NULL
       AND json_extract(body, '$.last_entry') > ? ORDER BY seq`,
    after,
  )
  const words = new Map<number, Word>()
  for (const { body } of rows) {
    const {
      entries,
      word,
      note,
      user_name,
      created_at: at,
    }: AuditMark = openRecord('audit_mark', body)
    for (const seq of entries) words.set(seq, { word, note, user_name, at })
  }
  return words
}

/** Reviews of the company: the newest one that is signed, the one that waits for a signature, and their number. */
export function readReviews(sql: Sql): {
  signed: AuditReview | null
  open: AuditReview | null
  count: number
} {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'audit_review' AND deleted_at IS NULL ORDER BY seq DESC`,
  )
  const reviews = rows.map(({ body }): AuditReview => openRecord('audit_review', body))
  const signed = reviews
    .filter(({ signature }) => signature)
    .toSorted((a, b) => b.to_entry - a.to_entry)
  return {
    signed: signed[0] ?? null,
    open: reviews.find(({ signature }) => !signature) ?? null,
    count: reviews.length,
  }
}
