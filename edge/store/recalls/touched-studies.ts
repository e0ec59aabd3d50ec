import type { TouchedStudy } from '../../../domain/calls/recalls.ts'
import type { StudyCounts } from '../../../domain/entities/recall.ts'
import type { Study } from '../../../domain/entities/study.ts'
import { studyTodo } from '../../../domain/rules/recall.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import { followEntries } from './follow-entries.ts'
import type { TouchedRun } from './touched.ts'

/** A study with the people who made or signed it: their ids do not leave the service. */
export interface FoundStudy extends TouchedStudy {
  people: string[]
}

type Runs = readonly Pick<TouchedRun, 'analysis_uuid' | 'name'>[]

/** Most faults that are named, as in the proof of the analyses. */
const mostFaults = 200

/** Find the studies whose records name touched analyses, the signed ones first. No sight: the count has to be whole. */
export function findStudies(sql: Sql, runs: Runs): FoundStudy[] {
  const names = new Map(runs.map(({ analysis_uuid, name }) => [analysis_uuid, name]))
  const rows = sql.all<{ uuid: string; runs: string }>(
    `SELECT uuid, body -> '$.runs' AS runs FROM records WHERE kind = 'study' AND deleted_at IS NULL`,
  )
  return rows
    .filter((row) => isAmong(JSON.parse(row.runs) as Study['runs'], names))
    .map(({ uuid }) => studyOf(readStudy(sql, uuid), names))
    .toSorted(
      (a, b) =>
        Number(b.signed_at !== null) - Number(a.signed_at !== null) ||
        a.name.localeCompare(b.name) ||
        a.study_uuid.localeCompare(b.study_uuid),
    )
}

/**
 * Count the studies, and count them once more by the audit trail alone: the row of a study may have been written over, so that it
 * no longer names the run.
 */
export function countStudies(
  sql: Sql,
  runs: Runs,
  found: readonly Pick<TouchedStudy, 'study_uuid' | 'signed_at'>[],
): StudyCounts {
  const names = new Map(runs.map(({ analysis_uuid, name }) => [analysis_uuid, name]))
  const faults: StudyCounts['faults'] = []
  const byRecord = new Map(found.map((one) => [one.study_uuid, one]))
  const byTrail = new Set<string>()
  const known = sql.all<{ uuid: string }>(`SELECT DISTINCT uuid FROM audit WHERE kind = 'study'`)
  for (const { uuid } of known) {
    const { body, deleted, altered } = followEntries(sql, 'study', uuid)
    const add = (reason: StudyCounts['faults'][number]['reason']) =>
      faults.push({ study_uuid: uuid, reason })
    const record = byRecord.get(uuid)
    const isOne = !deleted && isAmong((body['runs'] ?? []) as Study['runs'], names)
    if (altered && (record || isOne)) add('entry_altered')
    if (!isOne) continue
    byTrail.add(uuid)
    if (!record) add('not_in_records')
    else if ((record.signed_at === null) !== !body['signature']) add('state_differs')
  }
  for (const uuid of byRecord.keys()) {
    if (!byTrail.has(uuid)) faults.push({ study_uuid: uuid, reason: 'not_in_trail' })
  }
  const signed = found.filter((one) => one.signed_at !== null).length
  return {
    signed,
    open: found.length - signed,
    trail: byTrail.size,
    faults: faults.slice(0, mostFaults),
  }
}

function isAmong(runs: Study['runs'], names: ReadonlyMap<string, string>): boolean {
  return runs.some(({ analysis_uuid }) => names.has(analysis_uuid))
}

/** Read a study as its row has it: what the trail says of it is counted beside. */
function readStudy(sql: Sql, uuid: string): Study {
  const row = sql.first<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'study' AND uuid = ?`,
    uuid,
  )
  return openRecord('study', row?.body ?? '')
}

function studyOf(study: Study, names: ReadonlyMap<string, string>): FoundStudy {
  const { uuid, name, swarm_uuid, version, user_uuid, user_name, signature, runs } = study
  const touched = runs
    .filter(({ analysis_uuid }) => names.has(analysis_uuid))
    .map(({ analysis_uuid, name: pinned }) => ({ analysis_uuid, name: pinned }))
  return {
    study_uuid: uuid,
    name,
    swarm_uuid,
    version,
    user_name,
    signed_by: signature?.printed_name ?? '',
    signed_at: signature?.at ?? null,
    touched,
    runs: runs.length,
    people: [...new Set([user_uuid, ...(signature ? [signature.user_uuid] : [])])],
    todo: studyTodo({
      signed: signature !== null,
      touched: touched.length,
      runs: runs.length,
    }),
  }
}
