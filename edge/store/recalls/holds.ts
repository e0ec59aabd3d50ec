import type { RecallHold } from '../../../domain/entities/recall.ts'
import { faultOf } from '../allow.ts'
import type { Sql } from '../sql.ts'
import { madeWith, readLastBody } from '../trailed-row.ts'

/**
 * Return the holds on an analysis and on the versions that it corrects, by the trail: rows may have been written over.
 * @throws DamageFault
 */
function readHolds(sql: Sql, uuid: string): RecallHold[] {
  const made = {
    kind: 'recall_hold',
    action: 'recall_hold.create',
    field: 'analysis_uuid',
  } as const
  if (!hasHolds(sql)) return []
  const own = madeWith(sql, { ...made, value: uuid }).filter(({ status }) => status === 'held')
  const corrects = readLastBody(sql, 'analysis', uuid)?.corrects
  return corrects === undefined ? own : [...own, ...readHolds(sql, corrects)]
}

/** Return true if the store has ever held a record; most never have, and skip the search. */
function hasHolds(sql: Sql): boolean {
  const query = `SELECT 1 FROM operations WHERE kind = 'recall_hold' AND action = 'recall_hold.create' LIMIT 1`
  return sql.first(query) !== null
}

/** Add to a record the number of a recall that holds it, as the table of actions reads it. */
export function withHold<Record extends { uuid: string }>(
  sql: Sql,
  record: Record,
): Record & { recall_hold?: number } {
  const recall = holdOn(sql, record.uuid)
  return recall === 0 ? record : { ...record, recall_hold: recall }
}

/** Return the number of a recall that holds an analysis; 0 for none. */
export function holdOn(sql: Sql, analysis: string): number {
  return readHolds(sql, analysis)[0]?.recall_number ?? 0
}

/** @throws Fault `refused` with the reason `recall_hold`. */
export function refuseHeld(sql: Sql, analysis: string): void {
  const recall = holdOn(sql, analysis)
  if (recall > 0) throw faultOf({ reason: 'recall_hold', recall })
}

/** Find the holds on these analyses, for their pages. */
export function findHolds(sql: Sql, analyses: readonly string[]): RecallHold[] {
  return analyses.flatMap((uuid) =>
    // Name the version that was asked for, which the hold of the one that it corrects holds.
    readHolds(sql, uuid).map((hold) => ({ ...hold, analysis_uuid: uuid })),
  )
}

/**
 * Return the numbers of the recalls that hold these analyses, or a version that they correct, by the records: for lists, which
 * decide nothing.
 */
export function heldAmong(sql: Sql, analyses: readonly string[]): Map<string, number> {
  if (!hasHolds(sql)) return new Map()
  const rows = sql.all<{ analysis: string; recall: number }>(
    `WITH RECURSIVE versions (analysis, uuid) AS (
       SELECT value, value FROM json_each(?)
       UNION SELECT versions.analysis, facts.corrects
       FROM versions JOIN analysis_facts AS facts ON facts.uuid = versions.uuid WHERE facts.corrects IS NOT NULL)
     SELECT analysis, min(body ->> '$.recall_number') AS recall
     FROM versions CROSS JOIN records INDEXED BY recall_hold_by_analysis_uuid
       ON json_extract(body, '$.analysis_uuid') = versions.uuid
     WHERE kind = 'recall_hold' AND deleted_at IS NULL AND records.status = 'held'
     GROUP BY analysis`,
    JSON.stringify(analyses),
  )
  return new Map(rows.map(({ analysis, recall }) => [analysis, recall]))
}
