import { Fault } from '../../../domain/fault.ts'
import { type AuditEntry, type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { parseEntry, readChain, type TrailRow } from '../audit.ts'
import type { Sql } from '../sql.ts'
import { trueEntry } from '../trailed-row.ts'

/** Build the record that the entries lead to; for a deleted one the last. `altered`: an entry does not hold. */
export function followEntries(
  sql: Sql,
  kind: string,
  uuid: string,
): { body: Body; deleted: boolean; altered: boolean } {
  let body: Body = {}
  let deleted = false
  let altered = false
  for (const row of readChain(sql, kind, uuid)) {
    const { entry, holds } = readEntry(sql, row)
    if (!holds) altered = true
    if (!entry) continue
    const after = replayEntry(body, entry)
    deleted = after === null
    body = after ?? body
  }
  return { body, deleted, altered }
}

/** Find the records of a kind with an entry that contains a text, such as the id of another record. */
export function findNamingInTrail(sql: Sql, kind: string, text: string): string[] {
  return sql
    .all<{ uuid: string }>(
      'SELECT DISTINCT uuid FROM audit WHERE kind = ? AND instr(entry, ?) > 0',
      kind,
      text,
    )
    .map(({ uuid }) => uuid)
}

function readEntry(sql: Sql, row: TrailRow): { entry: AuditEntry | null; holds: boolean } {
  try {
    return { entry: trueEntry(sql, row), holds: true }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { entry: parseEntry(row.entry), holds: false }
  }
}
