import { refuse } from '../../domain/actions/refuse.ts'
import type { auditReviewActions, ReviewState } from '../../domain/actions/audit-review.ts'
import type { AuditMark, AuditReview, MarkWord } from '../../domain/entities/audit-review.ts'
import { Fault } from '../../domain/fault.ts'
import { seenLength } from '../../domain/rules/plain-text.ts'
import { isAmong } from '../../domain/rules/second-person.ts'
import { toHex } from '../../domain/trail/bytes.ts'
import { faultOf } from './allow.ts'
import { findRisky, readReviews, readWords, type RiskyEntry } from './audit-risks.ts'
import { parseEntry } from './audit.ts'
import { actingOf, type By, mustSee } from './by.ts'
import { entryColumns, type KeptEntry, textOf } from './kept-entry.ts'
import { peopleBehind } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'
import { rootAt, trailSize } from './trail-tree.ts'

export type AuditReviewChange =
  | {
      type: 'audit_mark.create'
      uuid: string
      entries: readonly number[]
      word: MarkWord
      note: string
    }
  | { type: 'audit_review.prepare'; uuid: string; to_entry?: number | undefined }
  | { type: 'audit_review.sign'; uuid: string; order: SignatureOrder }

/** Review the audit trail as work: words about risky entries, then a signature over a period (decision 51). */
export const auditReviewPlanners: Planners<AuditReviewChange> = {
  'audit_mark.create': (sql, change, by, at) => ({
    kind: 'audit_mark',
    uuid: change.uuid,
    action: 'audit_mark.create',
    reason: change.note,
    change: () => mark(sql, change, by, at),
  }),
  'audit_review.prepare': (sql, change, by, at) => {
    const { open } = readReviews(sql)
    const uuid = open?.uuid ?? change.uuid
    return {
      kind: 'audit_review',
      uuid,
      action: 'audit_review.prepare',
      change: (before) => prepare(sql, before, { uuid, to_entry: change.to_entry }, by, at),
    }
  },
  'audit_review.sign': (sql, { uuid, order }, by, at) => ({
    kind: 'audit_review',
    uuid,
    action: 'audit_review.sign',
    reason: order.comment,
    change: (before) => {
      const record = mustSee('audit_review', before, by.sight)
      allowReview('sign', record.signature ? 'signed' : 'due', by)
      const { words, risks } = countPeriod(sql, record.from_entry, record.to_entry)
      if (JSON.stringify([words, risks]) !== JSON.stringify([record.words, record.risks])) {
        throw new Fault('stale', 'The review changed since you opened it: prepare it again', {
          reason: 'changed_meanwhile',
        })
      }
      const signature = signRecord(sql, { ...record }, order, by, at)
      return { ...record, signature }
    },
  }),
}

/** Let an action on a review pass. @throws Fault `forbidden` or `refused` */
function allowReview(
  action: keyof typeof auditReviewActions,
  state: ReviewState,
  by: By,
  makers: readonly string[] = [],
): void {
  const { permissions, fourEyes } = by
  const facts = { four_eyes: () => fourEyes && isAmong(makers, actingOf(by)) }
  const refusal = refuse('audit_review', action, { state, permissions, facts })
  if (refusal) throw faultOf(refusal)
}

/** @throws Fault for entries that no open review reads, for one's own, and for a word that needs a note. */
function mark(
  sql: Sql,
  { uuid, word, note, ...order }: AuditReviewChange & { type: 'audit_mark.create' },
  by: By,
  at: string,
): AuditMark {
  const entries = [...new Set(order.entries)].toSorted((a, b) => a - b)
  const after = readReviews(sql).signed?.to_entry ?? 0
  const risky = new Map(findRisky(sql, after, trailSize(sql)).map((one) => [one.seq, one]))
  const found = entries.map((seq) => risky.get(seq))
  const wrong = found.findIndex((one) => one === undefined)
  if (wrong >= 0) {
    const entry = entries[wrong] as number
    throw new Fault('refused', `Entry ${entry} is in no open review`, {
      field: 'entries',
      reason: 'entry_not_in_review',
      params: { entry },
    })
  }
  const makers = found.flatMap((one) => (one ? listMakers(sql, one) : []))
  allowReview('mark', 'due', by, makers)
  if (word !== 'in_order' && seenLength(note) < 3) {
    throw new Fault('invalid', 'Say why in a note', { field: 'note', reason: 'note_needed' })
  }
  return {
    uuid,
    created_at: at,
    updated_at: at,
    entries,
    last_entry: Math.max(...entries),
    word,
    note,
    user_uuid: by.actor.uuid,
    user_name: by.actor.name,
  }
}

/** List who made an entry: of a program also everybody who may have had a secret of its key. */
function listMakers(sql: Sql, { seq, actor }: RiskyEntry): string[] {
  const row = sql.first<KeptEntry>(`SELECT ${entryColumns} FROM audit WHERE seq = ?`, seq)
  const entry = row && parseEntry(textOf(row))
  if (entry?.actor.key === undefined) return [actor]
  return [actor, ...peopleBehind(sql, entry.actor, entry.at).map(({ uuid }) => uuid)]
}

function prepare(
  sql: Sql,
  before: AuditReview | null,
  { uuid, to_entry }: { uuid: string; to_entry: number | undefined },
  by: By,
  at: string,
): AuditReview {
  allowReview('prepare', before?.signature ? 'signed' : 'due', by)
  const { signed, count } = readReviews(sql)
  const from = (signed?.to_entry ?? 0) + 1
  const size = trailSize(sql)
  const to = to_entry ?? size
  if (to < from || to > size) {
    throw new Fault('refused', `Entry ${to} is in no open review`, {
      field: 'to_entry',
      reason: 'entry_not_in_review',
      params: { entry: to },
    })
  }
  return {
    uuid,
    created_at: before?.created_at ?? at,
    updated_at: at,
    number: before?.number ?? count + 1,
    from_entry: from,
    to_entry: to,
    from_at: timeOf(sql, from),
    to_at: timeOf(sql, to),
    root: toHex(rootAt(sql, to)),
    ...countPeriod(sql, from, to),
    user_uuid: by.actor.uuid,
    user_name: by.actor.name,
    signature: null,
  }
}

function timeOf(sql: Sql, seq: number): string {
  return sql.first<{ at: string }>('SELECT at FROM operations WHERE seq = ?', seq)?.at ?? ''
}

/** Count the risky entries of a period and the words about them. @throws Fault `refused` while one has no word. */
function countPeriod(sql: Sql, from: number, to: number): Pick<AuditReview, 'risks' | 'words'> {
  const risky = findRisky(sql, from - 1, to)
  const words = readWords(sql, from - 1)
  const unread = risky.filter(({ seq }) => !words.has(seq)).length
  if (unread > 0) {
    throw new Fault('refused', `${unread} entries have not been reviewed`, {
      reason: 'entries_unread',
      params: { count: unread },
    })
  }
  const risks = { deletion: 0, override: 0, recalculation: 0, rights: 0, late: 0 }
  const said = { in_order: 0, explained: 0, follow_up: 0 }
  for (const { seq, risk } of risky satisfies RiskyEntry[]) {
    risks[risk] += 1
    const word = words.get(seq)
    if (word) said[word.word] += 1
  }
  return { risks, words: said }
}
