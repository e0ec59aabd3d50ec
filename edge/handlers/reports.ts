import type { reportCalls } from '../../domain/calls/reports.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { report, reportTemplates, reportTypes } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { keepHandout } from '../reports/keep-handout.ts'
import { joinResults } from '../reports/join-results.ts'
import { fileOf, makeReport, refuseHeldReports } from '../reports/make-report.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { readBeforeSigning } from '../files/signed-files.ts'
import { reportFiles } from '../store/report-changes.ts'
import { getHandler, searchHandler } from './reads.ts'

async function find({ own, by }: AccountContext, uuid: string): Promise<Analysis> {
  return await unwrap(own.get('analysis', uuid, by.sight))
}

/** Find the run of a sample, or the version of it that is meant. @throws Fault `not_found` */
async function findOfSample(
  context: AccountContext,
  sample: string,
  meant: string | undefined,
): Promise<Analysis> {
  const { own, by } = context
  const uuid = meant ?? (await unwrap(own.ask({ name: 'analysisOfSample', sample }, by.sight)))
  const record = uuid === null ? null : await find(context, uuid)
  if (record?.samples.some((one) => one.uuid === sample)) return record
  throw new Fault('not_found', 'No such sample')
}

export const reports: Handlers<typeof reportCalls> = {
  templates: async ({ query }) =>
    reportTemplates.filter(({ type }) => query.type === undefined || type === query.type),
  templateTypes: async () =>
    reportTypes.map((type) => ({
      type,
      readableType: reportTemplates.find((one) => one.type === type)?.readableType ?? type,
    })),
  createAnalysis: async ({ params, query, body }, context) => {
    const record = await find(context, params.id)
    const { template_name: template, ...print } = query
    const { file } = await makeReport(context, record, {
      type: 'analysis',
      template,
      ...print,
      ...body,
    })
    return file
  },
  createSample: async ({ params, query, body }, context) => {
    const { template_name: template, analysis, ...print } = query
    const record = await findOfSample(context, params.id, analysis)
    const { file } = await makeReport(context, record, {
      type: 'sample',
      template,
      ...print,
      sample: params.id,
      ...body,
    })
    return file
  },
  create: async ({ query }, context) => {
    const uuids = [...new Set(query.resources.split(','))]
    const records: Analysis[] = []
    // Find all before any file is opened: one out of sight refuses the whole.
    for (const uuid of uuids) records.push(await find(context, uuid))
    await refuseHeldReports(context, uuids)
    const joined = await joinResults(context, records)
    return keepHandout(context, joined, { format: 'csv', study_uuid: null, runs: uuids }, 'refused')
  },
  search: searchHandler(report),
  get: getHandler(report),
  download: async ({ params }, context) => {
    const { own, by, env, company } = context
    const record = await unwrap(own.get('report', params.id, by.sight))
    // Do not hand out again what was reported while a recall holds it; give the drafts that amend it.
    if (!record.amends) await refuseHeldReports(context, [record.analysis_uuid])
    return fileOf(record, await readBlob(env, company, record.file_hash))
  },
  approve: async ({ params, body }, context) => {
    const { own, opId, by, env, company } = context
    const order = await reauthenticate(context, body)
    const record = await unwrap(own.get('report', params.id, by.sight))
    const read = await readBeforeSigning(env, company, reportFiles(record))
    const change = { type: 'report.approve', uuid: params.id, order, read } as const
    return await unwrap(own.change(change, opId, by))
  },
}
