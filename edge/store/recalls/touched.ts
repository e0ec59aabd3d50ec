import type { AnalysisStatus } from '../../../domain/entities/analysis.ts'
import type { CertificateStatus } from '../../../domain/entities/certificate.ts'
import type { RecallSubject, SubjectKind, TouchedState } from '../../../domain/entities/recall.ts'
import { isTouched, namedRecord, spellTouched, touchedState } from '../../../domain/rules/recall.ts'
import { hashText } from '../../crypto/hash-text.ts'
import type { Sql } from '../sql.ts'
import { asItIsNow } from './calibration-subjects.ts'
import { dependantsByRecords, followSubject } from './dependants.ts'

/** An analysis that was run, or is planned, with the recalled thing, with what went out of it. */
export interface TouchedRun {
  analysis_uuid: string
  name: string
  swarm_uuid: string
  status: AnalysisStatus
  state: TouchedState
  user_uuid: string
  user_name: string
  created_at: string
  started_at: string | null
  ended_at: string | null
  samples: number
  version: number
  /** A later version corrects it. */
  superseded: boolean
  signer: { uuid: string; name: string; at: string } | null
  reports: number
  certificate: CertificateStatus | null
}

interface Row extends Record<string, string | number | null> {
  uuid: string
  deleted_at: string | null
  name: string
  swarm_uuid: string
  status: AnalysisStatus
  created_at: string
  kit: string | null
  device_uuid: string | null
  recipe_uuid: string | null
  recipe_version: number | null
  compensation: string | null
  started_at: string | null
  ended_at: string | null
  user_uuid: string
  user_name: string
  samples: number
  version: number | null
  signature: string | null
}

const byMention = `records WHERE kind = 'analysis' AND instr(body, ?) > 0`

/** Analyses that may name the recalled thing. Of all bodies only those in an index need not be read. */
const candidates: Readonly<Record<SubjectKind, string>> = {
  lot: byField('kit.bkit_uuid'),
  device: byField('device_uuid'),
  calibration: byField('device_uuid'),
  recipe: byMention,
  dye_calibration: byMention,
}

function byField(field: 'kit.bkit_uuid' | 'device_uuid'): string {
  const index = `analysis_by_${field.replace('.', '_')}`
  return `records INDEXED BY ${index} WHERE kind = 'analysis' AND json_extract(body, '$.${field}') = ?`
}

/**
 * Find all analyses that name the recalled thing, or something made or measured by it, by their records, the newest first;
 * also those that were deleted, whose results somebody may have seen. No sight: the count has to be whole.
 */
export function findTouched(sql: Sql, recalled: RecallSubject): TouchedRun[] {
  const subject = asItIsNow(sql, recalled)
  // Keep the bodies that were read: the versions of one recipe are looked for in the same ones.
  const read = new Map<string, Row[]>()
  const { runs } = followSubject(subject, dependantsByRecords(sql), (one) => {
    const key = `${one.kind} ${namedRecord(one)}`
    const rows = read.get(key) ?? readNaming(sql, one)
    read.set(key, rows)
    return rows.filter((row) => isTouched(one, factsOf(row)))
  })
  const rows = [...runs.values()].toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || a.uuid.localeCompare(b.uuid),
  )
  const uuids = JSON.stringify(rows.map(({ uuid }) => uuid))
  const reports = countReports(sql, uuids)
  const certificates = readCertificates(sql, uuids)
  const corrected = findCorrected(sql, uuids)
  return rows.map((row) => {
    const certificate = certificates.get(row.uuid) ?? null
    const made = reports.get(row.uuid) ?? 0
    return {
      ...runOf(row),
      superseded: corrected.has(row.uuid),
      reports: made,
      certificate,
      state: touchedState(row.status, {
        deleted: row.deleted_at !== null,
        reports: made,
        certified: certificate === 'Issued',
      }),
    }
  })
}

/** Read the analyses whose own record names the record of the thing. */
function readNaming(sql: Sql, subject: RecallSubject): Row[] {
  return sql.all<Row>(
    `SELECT uuid, deleted_at, name, swarm_uuid, status, created_at, body -> '$.kit' AS kit,
         body ->> '$.device_uuid' AS device_uuid, body ->> '$.method.recipe_uuid' AS recipe_uuid,
         body ->> '$.method.recipe_version' AS recipe_version,
         body -> '$.method.evaluation.compensation' AS compensation, body ->> '$.started_at' AS started_at,
         body ->> '$.ended_at' AS ended_at, body ->> '$.user_uuid' AS user_uuid, body ->> '$.user_name' AS user_name,
         json_array_length(body, '$.samples') AS samples, body ->> '$.version' AS version,
         body -> '$.signature' AS signature
       FROM ${candidates[subject.kind]}`,
    namedRecord(subject),
  )
}

/** Tell if there is something to hold: of a deleted analysis a report or a certificate that may still be given out. */
export function isHoldable({ state, reports, certificate }: TouchedRun): boolean {
  return state !== 'deleted' || reports > 0 || certificate !== null
}

/** Hash of a list: what was held, amended or told of is known by it afterwards. */
export function hashTouched(runs: readonly TouchedRun[]): string {
  return hashText(spellTouched(runs))
}

function factsOf(row: Row) {
  return {
    kit: row.kit === null ? null : JSON.parse(row.kit),
    device_uuid: row.device_uuid,
    started_at: row.started_at,
    method: {
      recipe_uuid: row.recipe_uuid,
      recipe_version: row.recipe_version ?? 0,
      evaluation: { compensation: JSON.parse(row.compensation ?? 'null') },
    },
  } as Parameters<typeof isTouched>[1]
}

function runOf(row: Row) {
  const { user_uuid, user_name, created_at, started_at, ended_at, samples, version } = row
  const signature = JSON.parse(row.signature ?? 'null') as {
    user_uuid: string
    printed_name: string
    at: string
  } | null
  return {
    analysis_uuid: row.uuid,
    name: row.name,
    swarm_uuid: row.swarm_uuid,
    status: row.status,
    user_uuid,
    user_name,
    created_at,
    started_at,
    ended_at,
    samples,
    version: version ?? 1,
    signer: signature && {
      uuid: signature.user_uuid,
      name: signature.printed_name,
      at: signature.at,
    },
  }
}

/** Count the reports that may have gone out: not the drafts of amended ones that nobody has approved. */
function countReports(sql: Sql, uuids: string): Map<string, number> {
  const rows = sql.all<{ analysis: string; reports: number }>(
    `SELECT wanted.value AS analysis, count(*) AS reports
     FROM json_each(?) AS wanted CROSS JOIN records INDEXED BY report_by_analysis_uuid
       ON json_extract(body, '$.analysis_uuid') = wanted.value
     WHERE kind = 'report' AND deleted_at IS NULL
       AND (body ->> '$.amends.report_uuid' IS NULL OR body ->> '$.signature' IS NOT NULL)
     GROUP BY wanted.value`,
    uuids,
  )
  return new Map(rows.map(({ analysis, reports }) => [analysis, reports]))
}

/** Read the most advanced certificate of each analysis: an issued one matters more than one rejected before. */
function readCertificates(sql: Sql, uuids: string): Map<string, CertificateStatus> {
  const rows = sql.all<{ analysis: string; status: CertificateStatus }>(
    `SELECT wanted.value AS analysis, status
     FROM json_each(?) AS wanted CROSS JOIN records INDEXED BY certificate_by_analysis_uuid
       ON json_extract(body, '$.analysis_uuid') = wanted.value
     WHERE kind = 'certificate' AND deleted_at IS NULL
     ORDER BY status = 'Issued', status = 'Waiting', created_at`,
    uuids,
  )
  return new Map(rows.map(({ analysis, status }) => [analysis, status]))
}

function findCorrected(sql: Sql, uuids: string): Set<string> {
  const rows = sql.all<{ corrects: string }>(
    `SELECT corrects FROM analysis_facts WHERE corrects IN (SELECT value FROM json_each(?))`,
    uuids,
  )
  return new Set(rows.map(({ corrects }) => corrects))
}
