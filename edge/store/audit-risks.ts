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

/** Entries of the same analysis before this one, with one of the actions of a parameter. */
const before = `EXISTS (SELECT 1 FROM audit a JOIN operations b ON b.seq = a.seq
  WHERE a.kind = o.kind AND a.uuid = o.uuid AND a.seq < o.seq
    AND b.action IN (SELECT value FROM json_each(?)))`

const riskySql = `
  SELECT seq, action, actor FROM operations o
  WHERE seq > ? AND seq <= ?
    AND (substr(action, -7) = '.delete' OR substr(action, -4) = '.put'
      OR action IN (SELECT value FROM json_each(?)))
    AND (action NOT IN (SELECT value FROM json_each(?)) OR ${before})
  ORDER BY seq`

/** Find the risky entries after one entry and up to another, in their order of reading: by risk, then the oldest first. */
export function findRisky(sql: Sql, after: number, upTo: number): RiskyEntry[] {
  const lists = [riskyActions, riskyOnceEnded, endsOfRuns]
  const rows = sql.all<{ seq: number; action: string; actor: string }>(
    riskySql,
    after,
    upTo,
    ...lists.map((list) => JSON.stringify(list)),
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
