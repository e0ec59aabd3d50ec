import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { RecallProof, RecallSubject } from '../../../domain/entities/recall.ts'
import { isTouched, namedRecord } from '../../../domain/rules/recall.ts'
import type { Sql } from '../sql.ts'
import { newestOperation } from '../store-time.ts'
import { asItIsNow } from './calibration-subjects.ts'
import { dependantsByTrail, followSubject } from './dependants.ts'
import { findNamingInTrail, followEntries } from './follow-entries.ts'
import type { TouchedRun } from './touched.ts'

type Faults = RecallProof['faults']
type Followed = { uuid: string } & ReturnType<typeof followEntries>

/** Most faults that are named; there is nothing to recall by in a store with more. */
const mostFaults = 200

/**
 * Count the touched analyses once more by the audit trail alone and compare: every analysis whose entries, followed from
 * its first, lead to a run with the recalled thing, or with something that the trail says was made or measured by it. Records
 * may have been written over; the entries are leaves of a signed tree. A difference is a fault that is shown, never a reason to
 * show nothing.
 */
export function proveTouched(
  sql: Sql,
  recalled: RecallSubject,
  found: readonly TouchedRun[],
): RecallProof {
  const subject = asItIsNow(sql, recalled)
  const faults: Faults = []
  const byRecord = new Map(found.map((run) => [run.analysis_uuid, run]))
  const followed = new Map<string, Followed>()
  const follow = (uuid: string) => {
    const known = followed.get(uuid) ?? { uuid, ...followEntries(sql, 'analysis', uuid) }
    followed.set(uuid, known)
    return known
  }
  const { runs: byTrail } = followSubject(subject, dependantsByTrail(sql), (one) =>
    findCandidates(sql, one)
      .map(follow)
      .filter(({ body }) => isTouched(one, body as Partial<Analysis>)),
  )
  for (const { uuid, body, deleted, altered } of followed.values()) {
    const run = byRecord.get(uuid)
    const add = (reason: Faults[number]['reason']) => faults.push({ analysis_uuid: uuid, reason })
    if (altered && (run || byTrail.has(uuid))) add('entry_altered')
    if (!byTrail.has(uuid)) continue
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
  const wanted = lot.toLowerCase()
  return findNamingInTrail(
    sql,
    'analysis',
    namedRecord(subject),
    (entry) =>
      wanted === '' ||
      entry.toLowerCase().includes(wanted) ||
      (beyondAscii.test(entry) && entry.includes('"lot":"')),
  )
}

const beyondAscii = /[^\0-\x7f]/
