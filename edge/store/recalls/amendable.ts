import type { AmendableReport } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import type { Report } from '../../../domain/entities/report.ts'
import { Fault } from '../../../domain/fault.ts'
import { maySee, type Sight } from '../lists.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import { findOutdated } from '../outdated-reports.ts'
import type { Sql } from '../sql.ts'
import { readTrueBody } from '../trailed-row.ts'
import { laterVersion } from '../version-changes.ts'
import { findTouched } from './touched.ts'

/** List the reports that were made of signed analyses which a recall touched, with the draft that amends each. */
export function findAmendable(
  sql: Sql,
  { uuid: recall, subject }: Pick<Recall, 'uuid' | 'subject'>,
  sight: Sight,
): AmendableReport[] {
  const signed = findTouched(sql, subject).filter((run) => run.signer && run.reports > 0)
  return signed
    .filter((run) => sight.swarms.includes(run.swarm_uuid))
    .flatMap(({ analysis_uuid, name }) => {
      const reports = readReports(sql, analysis_uuid).filter((one) => !one.amends)
      const newest = newestVersion(sql, analysis_uuid)
      const run = readRecord(sql, 'analysis', newest)
      // Leave out drafts that cannot be approved any more: others are made in their place.
      const drafts = readReports(sql, newest).filter(
        (one) =>
          one.amends?.recall_uuid === recall && (one.signature || !findOutdated(sql, one, run)),
      )
      return reports
        .filter((report) => maySee('report', report, sight))
        .map((report, index) => ({
          report_uuid: report.uuid,
          number: index + 1,
          analysis_uuid: newest,
          analysis_name: name,
          sample_uuid: report.sample_uuid,
          template: report.template,
          format: report.format,
          filters: report.filters,
          created_at: report.created_at,
          user_name: report.user_name,
          approved: report.signature !== null,
          draft_uuid:
            drafts.find(({ amends }) => amends?.report_uuid === report.uuid)?.uuid ?? null,
        }))
    })
}

function readReports(sql: Sql, analysis: string): Report[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'report' AND deleted_at IS NULL
         AND json_extract(body, '$.analysis_uuid') = ? ORDER BY created_at, uuid`,
      analysis,
    )
    .map(({ body }) => openRecord('report', body))
}

/** Count the reports that were drafted for a recall. */
export function countDrafts(sql: Sql, recall: string): number {
  const row = sql.first<{ drafts: number }>(
    `SELECT count(*) AS drafts FROM records WHERE kind = 'report' AND deleted_at IS NULL
       AND instr(body, ?1) > 0 AND body ->> '$.amends.recall_uuid' = ?1`,
    recall,
  )
  return row?.drafts ?? 0
}

/** Follow the corrections of an analysis: an amended report is of the newest version. */
function newestVersion(sql: Sql, analysis: string): string {
  const later = laterVersion(sql, analysis)
  return later ? newestVersion(sql, String(later['uuid'])) : analysis
}

/**
 * Check a draft that amends a report in the transaction that writes it: of an open recall that touched the report's analysis,
 * and the only one of it.
 * @throws Fault `invalid`, or `refused` for a second one.
 */
export function checkAmends(sql: Sql, { amends, analysis_uuid }: Report, sight: Sight): void {
  if (!amends) return
  const recall = readRecord(sql, 'recall', amends.recall_uuid)
  const report = readTrueBody(sql, 'report', amends.report_uuid)
  const found =
    recall?.status === 'open' && report
      ? findAmendable(sql, recall, sight).find((one) => one.report_uuid === report.uuid)
      : undefined
  if (!found || found.analysis_uuid !== analysis_uuid) {
    throw new Fault('invalid', 'The recall does not concern this report', {
      field: 'reports',
      reason: 'report_unknown',
    })
  }
  if (found.draft_uuid !== null) {
    throw new Fault('refused', 'An amended report has been drafted', { reason: 'nothing_left' })
  }
}
