import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { RecallProof, RecallSubject } from '../../../domain/entities/recall.ts'
import { Fault } from '../../../domain/fault.ts'
import { isTouched, namedRecord } from '../../../domain/rules/recall.ts'
import { type AuditEntry, type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { parseEntry, readChain, type TrailRow } from '../audit.ts'
import type { Sql } from '../sql.ts'
import { newestOperation } from '../store-time.ts'
import { trueEntry } from '../trailed-row.ts'
import { asItIsNow } from './calibration-subjects.ts'
import type { TouchedRun } from './touched.ts'

type Faults = RecallProof['faults']

/** Most faults that are named; there is nothing to recall by in a store with more. */
const mostFaults = 200

/**
 * Count the touched analyses once more by the audit trail alone and compare: every analysis whose entries, followed from
 * its first, lead to a run with the recalled thing. Records may have been written over; the entries are leaves of a signed
 * tree. A difference is a fault that is shown, never a reason to show nothing.
 */
export function proveTouched(
  sql: Sql,
  recalled: RecallSubject,
  found: readonly TouchedRun[],
): RecallProof {
  const subject = asItIsNow(sql, recalled)
  const faults: Faults = []
  const byRecord = new Map(found.map((run) => [run.analysis_uuid, run]))
  const byTrail = new Set<string>()
  for (const uuid of findCandidates(sql, subject)) {
    const { body, deleted, altered } = followEntries(sql, uuid)
    const add = (reason: Faults[number]['reason']) => faults.push({ analysis_uuid: uuid, reason })
    const run = byRecord.get(uuid)
    if (altered && (run || isTouched(subject, body as Partial<Analysis>))) add('entry_altered')
    if (!isTouched(subject, body as Partial<Analysis>)) continue
    byTrail.add(uuid)
    if (!run) add('not_in_records')
    else if (run.status !== body['status'] || (run.state === 'deleted') !== deleted) {
      add('state_differs')
    }
  }
  for (const uuid of byRecord.keys()) {
    if (!byTrail.has(uuid)) faults.push({ analysis_uuid: uuid, reason: 'not_in_trail' })
  }
  return {
    trail: byTrail.size,
    records: found.length,
    entries: newestOperation(sql).seq,
    faults: faults.slice(0, mostFaults),
  }
}

/**
 * Find analyses with an entry that names the record which all runs with the recalled thing name; for a lot also its
 * number, or one with signs beyond ASCII, which may be the same lot (`lotKey`).
 */
function findCandidates(sql: Sql, subject: RecallSubject): string[] {
  const lot = subject.kind === 'lot' && /^[\w .-]+$/.test(subject.lot) ? subject.lot.trim() : ''
  return sql
    .all<{ uuid: string }>(
      `SELECT DISTINCT uuid FROM audit WHERE kind = 'analysis' AND instr(entry, ?) > 0
         AND (? = '' OR instr(lower(entry), lower(?)) > 0
           OR length(entry) < length(CAST(entry AS BLOB)) AND instr(entry, '"lot":"') > 0)`,
      namedRecord(subject),
      lot,
      lot,
    )
    .map(({ uuid }) => uuid)
}

/** Build the record that the entries lead to; for a deleted one the last. */
function followEntries(sql: Sql, uuid: string): { body: Body; deleted: boolean; altered: boolean } {
  let body: Body = {}
  let deleted = false
  let altered = false
  for (const row of readChain(sql, 'analysis', uuid)) {
    const { entry, holds } = readEntry(sql, row)
    if (!holds) altered = true
    if (!entry) continue
    const after = replayEntry(body, entry)
    deleted = after === null
    body = after ?? body
  }
  return { body, deleted, altered }
}

function readEntry(sql: Sql, row: TrailRow): { entry: AuditEntry | null; holds: boolean } {
  try {
    return { entry: trueEntry(sql, row), holds: true }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { entry: parseEntry(row.entry), holds: false }
  }
}
