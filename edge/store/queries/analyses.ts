import type { Count } from '../../../domain/calls/counts.ts'
import type { Analysis, AnalysisStatus, RunPoints } from '../../../domain/entities/analysis.ts'
import {
  type CertificateStatus,
  certificateStatuses,
} from '../../../domain/entities/certificate.ts'
import { type By, readSeen } from '../by.ts'
import { orderedCycles } from '../commands.ts'
import { maySee, type Sight } from '../lists.ts'
import { checkImport } from '../new-analysis.ts'
import { findOperation, isRepeat, readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'

/** A stretch of the dashboard: its beginning counts, its end does not. */
export interface Stretch {
  from: string
  to: string
}

interface Dashboard {
  counts: Count[]
  by_status: { status: AnalysisStatus; analyses: number }[]
  by_swarm: { swarm_uuid: string; analyses: number; samples: number }[]
}

interface VersionEntry {
  uuid: string
  version: number
  status: AnalysisStatus
  created_at: string
  reason: string
  newest: boolean
}

/** Corrections of a run. */
interface Corrections {
  /** Id of the first version. */
  first: string
  newest: { uuid: string; version: number }
  /** Number of the newest signed version after this one; undefined where this one counts. */
  signed: number | undefined
}

const completed = `status IN ('COMPLETE', 'VALIDATION')
  AND swarm_uuid IN (SELECT value FROM json_each(?2))
  AND uuid NOT IN (SELECT corrects FROM analysis_facts WHERE corrects IS NOT NULL)`

export const analysisQueries = {
  /**
   * Check an import before its file is read, unless it was made by this operation already.
   * @throws Fault as the import itself does.
   */
  checkImport: (
    sql: Sql,
    { input, opId, by }: { input: Parameters<typeof checkImport>[1]; opId: string; by: By },
    _sight: Sight,
  ): null => {
    const { uuid } = input
    const { actor, asked } = by
    const made = { kind: 'analysis', uuid, action: 'analysis.import', actor, asked } as const
    if (!isRepeat(findOperation(sql, opId), made)) checkImport(sql, input, by)
    return null
  },
  /** Find the runs in sight that ended on a device at a time. */
  runsEnded: (
    sql: Sql,
    { device_uuid, ended }: { device_uuid: string; ended: string },
    sight: Sight,
  ): string[] =>
    sql
      .all<{ uuid: string }>(
        `SELECT uuid FROM analysis_facts WHERE ended_at = ? AND device_uuid = ?
           AND swarm_uuid IN (SELECT value FROM json_each(?)) LIMIT 100`,
        ended,
        device_uuid,
        JSON.stringify(sight.swarms),
      )
      .map(({ uuid }) => uuid),
  /** Completed analyses of the swarms in each stretch, and those of the whole period by swarm; all by status. */
  dashboard: (
    sql: Sql,
    { stretches, swarms }: { stretches: Stretch[]; swarms: string[] | undefined },
    sight: Sight,
  ): Dashboard => {
    const seen = swarms ? swarms.filter((uuid) => sight.swarms.includes(uuid)) : sight.swarms
    const seenJson = JSON.stringify(seen)
    const counts = sql.all<Count & Record<string, string | number>>(
      `SELECT stretch.value ->> '$.from' AS "from", count(uuid) AS analyses, coalesce(sum(samples), 0) AS samples,
         coalesce(sum(detected), 0) AS detected, coalesce(sum(not_detected), 0) AS not_detected,
         coalesce(sum(review), 0) AS review, coalesce(sum(invalid), 0) AS invalid
       FROM json_each(?1) AS stretch LEFT JOIN analysis_facts INDEXED BY facts_by_end
         ON ended_at >= stretch.value ->> '$.from' AND ended_at < stretch.value ->> '$.to' AND ${completed}
       GROUP BY stretch.key ORDER BY stretch.key`,
      JSON.stringify(stretches),
      seenJson,
    )
    const whole = JSON.stringify({ from: stretches[0]?.from, to: stretches.at(-1)?.to })
    const by_swarm = sql.all<Dashboard['by_swarm'][number]>(
      `SELECT swarm_uuid, count(*) AS analyses, sum(samples) AS samples
       FROM analysis_facts INDEXED BY facts_by_end
       WHERE ended_at >= ?1 ->> '$.from' AND ended_at < ?1 ->> '$.to' AND ${completed}
       GROUP BY swarm_uuid ORDER BY analyses DESC, swarm_uuid`,
      whole,
      seenJson,
    )
    const by_status = sql.all<Dashboard['by_status'][number]>(
      `SELECT status, count(*) AS analyses FROM analysis_facts INDEXED BY facts_by_creation
       WHERE created_at >= ?1 ->> '$.from' AND created_at < ?1 ->> '$.to'
         AND swarm_uuid IN (SELECT value FROM json_each(?2))
       GROUP BY status ORDER BY status`,
      whole,
      seenJson,
    )
    return { counts, by_status, by_swarm }
  },
  /** A chain of corrections, from the first version to the newest, as far as it is in sight. */
  versions: (sql: Sql, { analysis }: { analysis: string }, sight: Sight): VersionEntry[] => {
    const chain = chainOf(sql, readSeen(sql, 'analysis', analysis, sight))
    return chain
      .filter((one) => maySee('analysis', { ...one }, sight))
      .map(({ uuid, version = 1, status, created_at, correction_reason: reason = '' }) => {
        const newest = uuid === chain.at(-1)?.uuid
        return { uuid, version, status, created_at, reason, newest }
      })
  },
  /**
   * Return what a file of a run has to say of its corrections, also of those that are out of sight: its reader would take results that
   * no longer count for those that do.
   */
  corrections: (sql: Sql, { analysis }: { analysis: string }, sight: Sight): Corrections => {
    const record = readSeen(sql, 'analysis', analysis, sight)
    const chain = chainOf(sql, record)
    const { uuid, version = 1 } = chain.at(-1) ?? record
    const signed = chain.findLast(({ status }) => status === 'VALIDATION')?.version ?? 1
    return {
      first: chain[0]?.uuid ?? analysis,
      newest: { uuid, version },
      signed: signed > (record.version ?? 1) ? signed : undefined,
    }
  },
  /** Count the cycles by which people lengthened a run, or shortened it (negative), as carried out by its device. */
  orderedCycles: (sql: Sql, { analysis }: { analysis: string }, sight: Sight): number =>
    orderedCycles(sql, readSeen(sql, 'analysis', analysis, sight), 'done'),
  /** Points of older runs as they were counted (count-old-runs.ts), of those in sight. */
  oldPoints: (
    sql: Sql,
    { analyses }: { analyses: string[] },
    sight: Sight,
  ): { uuid: string; points: RunPoints }[] =>
    sql
      .all<{ uuid: string; swarm_uuid: string; points: string }>(
        `SELECT facts.uuid, facts.swarm_uuid, counted.points FROM counted_runs AS counted
           JOIN analysis_facts AS facts ON facts.uuid = counted.analysis_uuid
         WHERE counted.points IS NOT NULL AND facts.uuid IN (SELECT value FROM json_each(?))`,
        JSON.stringify(analyses),
      )
      .filter((row) => maySee('analysis', { ...row }, sight))
      .map(({ uuid, points }) => ({ uuid, points: JSON.parse(points) as RunPoints })),
  /** Count the certificates of each status. */
  certificateCounts: (
    sql: Sql,
    _question: object,
    sight: Sight,
  ): { status: CertificateStatus; count: number }[] => {
    const rows = sql.all<{ status: CertificateStatus; count: number }>(
      `SELECT status, count(*) AS count FROM records INDEXED BY records_listed_by_created_at
       WHERE kind = 'certificate' AND deleted_at IS NULL
         AND swarm_uuid IN (SELECT value FROM json_each(?)) GROUP BY status`,
      JSON.stringify(sight.swarms),
    )
    const counts = new Map(rows.map(({ status, count }) => [status, count]))
    return certificateStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 }))
  },
  /** List which of these analyses have an issued certificate. */
  certified: (sql: Sql, { analyses }: { analyses: string[] }, _sight: Sight): string[] =>
    sql
      .all<{ uuid: string }>(
        `SELECT DISTINCT json_extract(body, '$.analysis_uuid') AS uuid FROM records
         WHERE kind = 'certificate' AND status = 'Issued' AND deleted_at IS NULL
           AND json_extract(body, '$.analysis_uuid') IN (SELECT value FROM json_each(?))`,
        JSON.stringify(analyses),
      )
      .map(({ uuid }) => uuid),
}

/** List the versions of a run, the first one first. */
function chainOf(sql: Sql, record: Analysis): Analysis[] {
  let first = record
  while (first.corrects !== undefined) {
    const earlier = readRecord(sql, 'analysis', first.corrects)
    if (!earlier) break
    first = earlier
  }
  const chain: Analysis[] = []
  for (let next: Analysis | null = first; next; next = laterVersion(sql, next.uuid)) {
    chain.push(next)
  }
  return chain
}

function laterVersion(sql: Sql, uuid: string): Analysis | null {
  const row = sql.first<{ uuid: string }>(
    'SELECT uuid FROM analysis_facts WHERE corrects = ?',
    uuid,
  )
  return row && readRecord(sql, 'analysis', row.uuid)
}
