import type { RetainedPart } from '../../../domain/entities/retention.ts'
import type { RemovalPreview } from '../../../domain/calls/retention.ts'
import type { Kind } from '../../../domain/registry.ts'
import { holdOn } from '../recalls/holds.ts'
import type { Sql } from '../sql.ts'

/** A record that is past its time, or for `pictures` one whose pictures are. */
export interface Removable {
  kind: Kind & ('analysis' | 'attachment' | 'auto_test' | 'delivery' | 'email' | 'notification')
  uuid: string
  /** Last change, in ISO text. */
  at: string
  /** Number of things that go: pictures of a self-test, else 1. */
  count: number
  /** Bytes of the record itself, where nothing else is left of it. */
  bytes: number
  /** Files that go with it, unless another record names them. */
  hashes: string[]
  /** Reports of an analysis that nobody signed; they go with it, as do its attached files (followers.ts). */
  reports: string[]
}

export interface Found {
  removable: Removable[]
  kept: RemovalPreview['kept']
}

/**
 * Find the records of a part that were last changed before a moment and may be removed. Never found: what is signed, what is
 * on legal hold or held by a recall, analyses with decisions of reviewers on samples, analyses that a certificate, a
 * calibration, a colour calibration, a signed report or evidence of a version names, and pictures that a calibration names.
 * @param most so many at most, the oldest first.
 */
export function findRemovable(
  sql: Sql,
  part: Exclude<RetainedPart, 'logs'>,
  before: string,
  most = Infinity,
): Found {
  const kept = { signed: 0, held: 0, decided: 0, named: 0 }
  if (part === 'analyses') return findAnalyses(sql, before, most)
  const removable = part === 'pictures' ? findPictures(sql, before) : findMessages(sql, before)
  return { removable: removable.slice(0, most), kept }
}

function findAnalyses(sql: Sql, before: string, most: number): Found {
  const signed =
    sql.first<{ count: number }>(
      `SELECT count(*) AS count FROM records
       WHERE kind = 'analysis' AND deleted_at IS NULL AND status = 'VALIDATION' AND updated_at < ?`,
      before,
    )?.count ?? 0
  const kept = { signed, held: 0, decided: 0, named: 0 }
  const rows = sql.all<{
    uuid: string
    at: string
    hashes: string
    held: number
    decided: number
  }>(
    `SELECT uuid, updated_at AS at,
       json_array(body ->> '$.curves_hash', body ->> '$.source.file_hash', json((
         SELECT json_group_array(value ->> '$.hash') FROM json_each(body, '$.results')))) AS hashes,
       json_extract(body, '$.legal_hold') IS NOT NULL AS held,
       json_extract(body, '$.signature') IS NOT NULL OR
         coalesce(json_array_length(body, '$.sample_reviews'), 0) > 0 AS decided
     FROM records WHERE kind = 'analysis' AND deleted_at IS NULL
       AND status IN ('COMPLETE', 'ABORT', 'INCOMPLETE') AND updated_at < ?
     ORDER BY updated_at, uuid`,
    before,
  )
  const named = rows.length > 0 ? listNamed(sql) : new Set()
  const removable: Removable[] = []
  for (const { uuid, at, hashes, held, decided } of rows) {
    if (removable.length >= most) break
    if (held || holdOn(sql, uuid) > 0) kept.held += 1
    else if (decided) kept.decided += 1
    else if (named.has(uuid)) kept.named += 1
    else {
      const beside = listBeside(sql, uuid)
      const own = (JSON.parse(hashes) as (string | string[] | null)[]).flat()
      removable.push({
        kind: 'analysis',
        uuid,
        at,
        count: 1,
        bytes: 0,
        hashes: [...own, ...beside.map(({ hash }) => hash)].filter((hash) => hash !== null),
        reports: beside.filter(({ kind }) => kind === 'report').map((one) => one.uuid),
      })
    }
  }
  return { removable, kept }
}

/** List what records that must stay true say of other records, by their ids. */
function listNamed(sql: Sql): Set<string> {
  const rows = sql.all<{ value: string }>(
    `SELECT DISTINCT tree.value FROM records, json_tree(records.body) AS tree
     WHERE kind IN ('bench_comparison', 'calibration', 'certificate', 'dye_calibration', 'verification_figure', 'recall', 'recipe',
         'report')
       AND deleted_at IS NULL AND tree.type = 'text' AND length(tree.value) = 36
       AND (kind <> 'report' OR json_extract(body, '$.signature') IS NOT NULL)`,
  )
  return new Set(rows.map(({ value }) => value))
}

/** List files and unsigned reports of an analysis. */
function listBeside(
  sql: Sql,
  analysis: string,
): { kind: 'attachment' | 'report'; uuid: string; hash: string }[] {
  return sql.all<{ kind: 'attachment' | 'report'; uuid: string; hash: string }>(
    `SELECT kind, uuid, body ->> '$.content_hash' AS hash FROM records
       WHERE kind = 'attachment' AND deleted_at IS NULL AND json_extract(body, '$.resource_uuid') = ?1
     UNION ALL SELECT kind, uuid, body ->> '$.file_hash' FROM records
       WHERE kind = 'report' AND deleted_at IS NULL AND json_extract(body, '$.analysis_uuid') = ?1`,
    analysis,
  )
}

/**
 * Find pictures of self-tests, and those of devices that no calibration was made of; the newest of each device stay. A
 * calibration is signed for good, and its pictures are what the signature rests on.
 */
function findPictures(sql: Sql, before: string): Removable[] {
  const rows = sql.all<{
    kind: 'attachment' | 'auto_test'
    uuid: string
    at: string
    hashes: string
  }>(
    `SELECT kind, uuid, updated_at AS at, hashes FROM (
       SELECT kind, uuid, updated_at, (
           SELECT json_group_array(value ->> '$.content_hash') FROM json_each(body, '$.assets')) AS hashes,
         row_number() OVER (PARTITION BY json_extract(body, '$.device_uuid')
           ORDER BY created_at DESC, uuid DESC) AS place
       FROM records WHERE kind = 'auto_test' AND deleted_at IS NULL
       UNION ALL
       SELECT kind, uuid, updated_at, json_array(body ->> '$.content_hash'),
         row_number() OVER (PARTITION BY json_extract(body, '$.resource_uuid')
           ORDER BY created_at DESC, uuid DESC)
       FROM records WHERE kind = 'attachment' AND deleted_at IS NULL
         AND json_extract(body, '$.resource_kind') = 'device' AND json_extract(body, '$.role') = 'roi')
     WHERE place > 1 AND updated_at < ? AND json_array_length(hashes) > 0
       AND (kind = 'auto_test' OR uuid NOT IN (
         SELECT tree.value FROM records AS calibration, json_tree(calibration.body, '$.evidence') AS tree
         WHERE calibration.kind = 'calibration' AND calibration.deleted_at IS NULL AND tree.key = 'file_uuid'))
     ORDER BY updated_at, uuid`,
    before,
  )
  return rows.map(({ kind, uuid, at, hashes: text }) => {
    const hashes = JSON.parse(text) as string[]
    return { kind, uuid, at, count: hashes.length, bytes: 0, hashes, reports: [] }
  })
}

/** Find messages that were sent or received; safety notices and what its readers signed stay. */
function findMessages(sql: Sql, before: string): Removable[] {
  const rows = sql.all<{
    kind: 'delivery' | 'email' | 'notification'
    uuid: string
    at: string
    bytes: number
  }>(
    `SELECT kind, uuid, updated_at AS at, length(body) AS bytes FROM records
     WHERE kind IN ('delivery', 'email', 'notification') AND deleted_at IS NULL AND updated_at < ?
       AND json_extract(body, '$.must_sign') IS NULL AND json_extract(body, '$.signatures') IS NULL
       AND (kind = 'delivery' OR status = 'Sent')
     ORDER BY updated_at, uuid`,
    before,
  )
  return rows.map((row) => ({ ...row, count: 1, hashes: [], reports: [] }))
}

/** Lines that devices reported, and their answers to commands, by the moment at which they came in. */
const logs = `SELECT rowid AS id, 'device_messages' AS place, kept_at, length(text) AS bytes FROM device_messages
  UNION ALL SELECT uuid, 'command_data', kept_at, length(body) FROM command_data`

/** Count the lines of devices from before a moment, by year. */
export function countLogs(
  sql: Sql,
  before: string,
): { year: number; count: number; bytes: number }[] {
  return sql.all<{ year: number; count: number; bytes: number }>(
    `SELECT CAST(substr(kept_at, 1, 4) AS INTEGER) AS year, count(*) AS count, sum(bytes) AS bytes
     FROM (${logs}) WHERE kept_at < ? GROUP BY year ORDER BY year`,
    before,
  )
}

/** Remove the lines of devices from before a moment. @returns how many. */
export function removeLogs(sql: Sql, before: string): number {
  const years = countLogs(sql, before)
  sql.run('DELETE FROM device_messages WHERE kept_at < ?', before)
  sql.run('DELETE FROM command_data WHERE kept_at < ?', before)
  return years.reduce((sum, { count }) => sum + count, 0)
}
