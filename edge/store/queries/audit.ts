import type { QueueRow } from '../../../domain/calls/audit.ts'
import type { AuditReview } from '../../../domain/entities/audit-review.ts'
import { type Acting, isAmong } from '../../../domain/rules/second-person.ts'
import { parseEntry } from '../audit.ts'
import { findRisky, readReviews, readWords } from '../audit-risks.ts'
import { entryColumns, type KeptEntry, textOf } from '../kept-entry.ts'
import type { Sight } from '../lists.ts'
import { peopleBehind } from '../people-behind.ts'
import type { Sql } from '../sql.ts'
import { trailSize } from '../trail-tree.ts'

interface ReviewStateAnswer {
  size: number
  reviewed: AuditReview | null
  risky: number
  unread: number
}

/** Questions of those who may search the whole trail: entries are of every swarm. */
export const auditQueries = {
  auditReviewState: (sql: Sql, _asked: object, _sight: Sight): ReviewStateAnswer => {
    const { signed: reviewed, size, risky, words } = readOpen(sql)
    const unread = risky.filter(({ seq }) => !words.has(seq)).length
    return { size, reviewed, risky: risky.length, unread }
  },
  /** A page of the risky entries since the last signed review, with those that `reader` may not mark. */
  auditQueue: (
    sql: Sql,
    { reader, page, limit }: { reader: Acting | null; page: number; limit: number },
    _sight: Sight,
  ): { data: QueueRow[]; pages: number; total: number } => {
    const { risky, words } = readOpen(sql)
    const shown = risky.slice((page - 1) * limit, page * limit)
    const data = shown.flatMap(({ seq, risk, actor }): QueueRow[] => {
      const row = sql.first<KeptEntry>(`SELECT ${entryColumns} FROM audit WHERE seq = ?`, seq)
      const entry = row && parseEntry(textOf(row))
      if (!entry) return []
      const makers = [actor, ...peopleBehind(sql, entry.actor, entry.at).map(({ uuid }) => uuid)]
      const own = reader ? isAmong(makers, reader) : false
      const as = typeof own === 'string' && { own_as: own }
      return [{ ...entry, risk, own: own !== false, ...as, mark: words.get(seq) ?? null }]
    })
    return { data, pages: Math.max(1, Math.ceil(risky.length / limit)), total: risky.length }
  },
}

function readOpen(sql: Sql) {
  const { signed } = readReviews(sql)
  const after = signed?.to_entry ?? 0
  const size = trailSize(sql)
  return { signed, size, risky: findRisky(sql, after, size), words: readWords(sql, after) }
}
