import type { TouchedFile } from '../../../domain/calls/recalls.ts'
import type { Handout } from '../../../domain/entities/handout.ts'
import type { FileCounts } from '../../../domain/entities/recall.ts'
import { fileTodo } from '../../../domain/rules/recall.ts'
import { parseEntry } from '../audit.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import type { TouchedRun } from './touched.ts'

/** A file with the person who has it, whose id does not leave the service. */
export interface FoundFile extends TouchedFile {
  person: string
}

type Runs = readonly Pick<TouchedRun, 'analysis_uuid' | 'name'>[]

/** Find the files of touched analyses that were handed out, the newest first. No sight: the count has to be whole. */
export function findFiles(sql: Sql, runs: Runs): FoundFile[] {
  const names = new Map(runs.map(({ analysis_uuid, name }) => [analysis_uuid, name]))
  return sql
    .all<{ uuid: string; runs: string }>(
      `SELECT uuid, body -> '$.runs' AS runs FROM records WHERE kind = 'handout' AND deleted_at IS NULL
       ORDER BY created_at DESC, uuid`,
    )
    .filter((row) => (JSON.parse(row.runs) as string[]).some((run) => names.has(run)))
    .map(({ uuid }) => fileOf(readHandout(sql, uuid), names))
}

/**
 * Count the files, and count them once more by the entries that were written when they were handed out: a row may have been removed
 * or written over since.
 */
export function countFiles(sql: Sql, runs: Runs, found: readonly TouchedFile[]): FileCounts {
  const wanted = new Set(runs.map(({ analysis_uuid }) => analysis_uuid))
  const entries = sql.all<{ entry: string }>(
    `SELECT entry FROM audit WHERE kind = 'handout' AND previous_seq IS NULL`,
  )
  const trail = entries.filter(({ entry }) => {
    const made = parseEntry(entry)?.changes.find(({ field }) => field === 'runs')
    return ((made?.after ?? []) as string[]).some((run) => wanted.has(run))
  })
  return { records: found.length, trail: trail.length }
}

function readHandout(sql: Sql, uuid: string): Handout {
  const row = sql.first<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'handout' AND uuid = ?`,
    uuid,
  )
  return openRecord('handout', row?.body ?? '')
}

function fileOf(file: Handout, names: ReadonlyMap<string, string>): FoundFile {
  const { uuid, name, format, content_hash, user_uuid, user_name, created_at, study_uuid, runs } =
    file
  return {
    handout_uuid: uuid,
    person: user_uuid,
    name,
    format,
    content_hash,
    user_name,
    at: created_at,
    study_uuid,
    analyses: runs.flatMap((run) => {
      const known = names.get(run)
      return known === undefined ? [] : [{ analysis_uuid: run, name: known }]
    }),
    todo: fileTodo(format),
  }
}
