import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { RecallProof, RecallSubject } from '../../../domain/entities/recall.ts'
import { isTouched, namedRecord } from '../../../domain/rules/recall.ts'
import type { Body } from '../../../domain/trail/entry.ts'
import type { Sql } from '../sql.ts'
import { newestOperation } from '../store-time.ts'
import { listAdopted } from './adopted-versions.ts'
import { asItIsNow } from './calibration-subjects.ts'
import { calibrationsByTrail, withDependants } from './dependants.ts'
import { followEntries } from './follow-entries.ts'
import type { TouchedRun } from './touched.ts'

type Faults = RecallProof['faults']

/** Most faults that are named; there is nothing to recall by in a store with more. */
const mostFaults = 200

/**
 * Count the touched analyses once more by the audit trail alone and compare: every analysis whose entries, followed from
 * its first, lead to a run with the recalled thing, with a calibration that the trail says was measured by it,
 * or with a recipe made from it. Records may have been written over; the entries are leaves of a signed
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
  const dependants = withDependants(subject, (device) => calibrationsByTrail(sql, device))
  const subjects = [...dependants, ...listAdopted(sql, subject)]
  const isOne = (body: Body) => subjects.some((one) => isTouched(one, body as Partial<Analysis>))
  const candidates = new Set(subjects.flatMap((one) => findCandidates(sql, one)))
  for (const uuid of candidates) {
    const { body, deleted, altered } = followEntries(sql, 'analysis', uuid)
    const add = (reason: Faults[number]['reason']) => faults.push({ analysis_uuid: uuid, reason })
    const run = byRecord.get(uuid)
    if (altered && (run || isOne(body))) add('entry_altered')
    if (!isOne(body)) continue
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
