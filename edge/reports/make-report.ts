import type { CallFile } from '../../domain/call.ts'
import type { SampleSelection } from '../../domain/calls/report-body.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import {
  type PaperName,
  type Report,
  type ReportAmends,
  type ReportFilters,
  type ReportFormat,
  type ReportTemplateName,
  reportTemplates,
  type reportTypes,
} from '../../domain/entities/report.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { Fault } from '../../domain/fault.ts'
import type { Results } from '../../domain/results.ts'
import { releaseGenotypes } from '../../domain/rules/genotype.ts'
import { allowReport } from '../../domain/rules/report.ts'
import { type WorkbookCell, writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'
import { keepBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { loadResults } from '../runs/evaluate.ts'
import { fileName } from '../files/file-name.ts'
import { unwrap } from '../outcome.ts'
import { readRunEnd } from '../runs/early-end.ts'
import { faultOf } from '../store/allow.ts'
import { hashSamples } from '../store/outdated-reports.ts'
import { printReport } from './print-report.ts'
import { resultRows } from './results-csv.ts'
import { nameDevice } from './name-device.ts'
import { sayRunCalibrations } from './run-calibrations.ts'
import { sampleRows } from './sample-table.ts'
import { rowsCsv } from '../files/rows-csv.ts'
import { correctionColumn, findCorrection, sayCorrection } from './say-correction.ts'

export interface ReportOrder {
  type: (typeof reportTypes)[number]
  template?: string | undefined
  format?: ReportFormat | undefined
  filters?: ReportFilters | undefined
  /** Ticked samples of an analysis report; not looked at where filters are in use (VAL-051, VAL-053). */
  samples?: SampleSelection | undefined
  /** Sample of a sample report. */
  sample?: string | undefined
  /** Paper of a PDF. */
  paper?: PaperName | undefined
  language?: Language | undefined
  /** The report that it replaces. */
  amends?: ReportAmends | undefined
}

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Make a report of an analysis, keep its file by its hash, and write down who made what. */
export async function makeReport(
  context: AccountContext,
  record: Analysis,
  order: ReportOrder,
): Promise<{ report: Report; file: CallFile }> {
  const { env, account, company, own, opId, by } = context
  allowReport(record)
  if (!order.amends) await refuseHeldReports(context, [record.uuid])
  const template = templateOf(order)
  const format = order.format ?? 'csv'
  const hash = record.results.at(-1)?.hash ?? ''
  const filters = filtersOf(record, order)
  const results = pick(record, await loadResults(env, record, hash), filters, order)
  const correctedBy = await findCorrection(context, record)
  const bytes =
    format === 'pdf'
      ? await printReport(
          context,
          {
            record,
            results,
            resultHash: hash,
            template,
            filters,
            amends: order.amends,
            correctedBy,
          },
          order,
        )
      : write(
          await tableOf(context, { template, record, results, hash, correctedBy }, order),
          format,
        )
  const change = {
    type: 'record.create',
    kind: 'report',
    uuid: derivedUuid(account.uuid, `report:${opId}`),
    body: {
      name: record.name,
      analysis_uuid: record.uuid,
      sample_uuid: order.sample ?? null,
      swarm_uuid: record.swarm_uuid,
      template,
      format,
      filters,
      user_uuid: account.uuid,
      user_name: account.name,
      file_hash: await keepBlob(env, company, bytes),
      result_hash: hash,
      samples_hash: hashSamples(record),
      signature: null,
      ...(order.amends && { amends: order.amends }),
    },
  } as const
  const report = await unwrap(own.change(change, opId, by))
  return { report, file: fileOf(report, bytes) }
}

/** Refuse to write results of what a recall holds, before anything is made. @throws Fault `refused` */
export async function refuseHeldReports(
  { own, by }: AccountContext,
  analyses: readonly string[],
): Promise<void> {
  const recall = await unwrap(own.ask({ name: 'heldBy', analyses }, by.sight))
  if (recall > 0) throw faultOf({ reason: 'recall_hold', recall })
}

/** Offer the kept bytes as a download. */
export function fileOf({ name, template, format }: Report, bytes: Uint8Array): CallFile {
  return { bytes, type: types[format], name: fileName(name, `-${template}.${format}`) }
}

/** Return the template asked for, or the first of the type (VAL-054). */
function templateOf({ type, template }: ReportOrder): ReportTemplateName {
  const ofType = reportTemplates.filter((one) => one.type === type)
  const found = template === undefined ? ofType[0] : ofType.find(({ name }) => name === template)
  if (found) return found.name
  throw new Fault('invalid', 'There is no such template', {
    field: 'template_name',
    reason: 'template_unknown',
  })
}

/** Filters count where they are given; else the ticked samples do, all of them when none is unticked. */
function filtersOf(record: Analysis, { filters, samples }: ReportOrder): ReportFilters {
  if (filters) return filters
  if (!samples || Object.values(samples).every(Boolean)) return {}
  const ticked = record.samples.filter(({ uuid }) => samples[uuid] !== false)
  return { samples: ticked.map(({ name }) => name) }
}

function pick(
  record: Analysis,
  results: Results,
  { targets, calls, samples }: ReportFilters,
  { sample, samples: ticks, filters }: ReportOrder,
): Results {
  // Ask by id for what was ticked, and by name for a filter, since samples may have the same name.
  const isTicked = (uuid: string, name: string) =>
    filters || !ticks ? !samples || samples.includes(name) : ticks[uuid] !== false
  const wanted = record.samples
    .filter(({ uuid, name }) => (sample === undefined ? isTicked(uuid, name) : uuid === sample))
    .map(({ uuid }) => uuid)
  const all = sample === undefined && !samples
  const keep = (uuid: string | null, target: string, call: string) =>
    (all || (uuid !== null && wanted.includes(uuid))) &&
    (!targets || targets.includes(target)) &&
    (!calls || (calls as readonly string[]).includes(call))
  return {
    ...results,
    // Take these before the filters: the control of an allele that is left out counts as well.
    genotypes: releaseGenotypes(results),
    wells: results.wells.filter((one) => keep(one.sample_uuid, one.target, one.call)),
    samples: results.samples.filter((one) => keep(one.sample_uuid, one.target, one.call)),
  }
}

/**
 * Make the rows of a table; an amended report has a column of its own, with the report that it replaces and the reason, and so has one
 * of a correction, or of a run that a signed version corrects.
 */
async function tableOf(
  context: AccountContext,
  facts: {
    template: ReportTemplateName
    record: Analysis
    results: Results
    hash: string
    correctedBy: number | undefined
  },
  { amends }: ReportOrder,
): Promise<WorkbookCell[][]> {
  const { template, record, results, hash } = facts
  const end = await readRunEnd(context, record)
  const rows: WorkbookCell[][] =
    template === 'analysis_results'
      ? resultRows(record, results, hash, {
          end,
          calibrations: await sayRunCalibrations(context, record),
          device: await nameDevice(context, record.device_uuid),
        })
      : sampleRows(record, results, end)
  const correction = sayCorrection(record, facts.correctedBy)
  const remarks = [
    ...sayAmendment(amends),
    ...(correction ? [[correctionColumn, correction] as const] : []),
  ]
  return rows.map((row, index) => [
    ...row,
    ...remarks.map(([heading, words]) => (index === 0 ? heading : words)),
  ])
}

type Remark = readonly [heading: string, words: string]

function sayAmendment(amends: ReportOrder['amends']): Remark[] {
  if (!amends) return []
  const { number, reported_at, reason } = amends
  return [['Amendment', `Amended, replaces report ${number} of ${reported_at}: ${reason}`]]
}

function write(rows: WorkbookCell[][], format: Exclude<ReportFormat, 'pdf'>): Uint8Array {
  return format === 'csv' ? rowsCsv(rows) : writeXlsx([{ name: 'Results', rows }])
}
