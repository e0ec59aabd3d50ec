import type { AmendableReport } from '../../domain/calls/recalls.ts'
import type { Recall } from '../../domain/entities/recall.ts'
import { reportTemplates } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { unwrap } from '../outcome.ts'
import { makeReport } from './make-report.ts'

/**
 * Draft the reports that amend these, each as the one it replaces was made: template, format, filters and sample. A repeated
 * call makes those that are missing.
 * @throws Fault `invalid` for a report that the recall does not concern.
 */
export async function amendReports(
  context: AccountContext,
  recall: Recall,
  wanted: readonly string[],
): Promise<void> {
  const { own, by, opId, account } = context
  const question = { name: 'amendable', recall: recall.uuid } as const
  const found = await unwrap(own.ask(question, by.sight))
  const known = new Map(found.map((one) => [one.report_uuid, one]))
  for (const uuid of wanted) {
    const report = known.get(uuid)
    if (!report) {
      throw new Fault('invalid', 'The recall does not concern this report', {
        field: 'reports',
        reason: 'report_unknown',
      })
    }
    if (report.draft_uuid !== null) continue
    await amendOne(
      { ...context, opId: derivedUuid(account.uuid, `${opId} ${uuid}`) },
      recall,
      report,
    )
  }
}

async function amendOne(
  context: AccountContext,
  { uuid, number, reason }: Recall,
  report: AmendableReport,
): Promise<void> {
  const record = await unwrap(context.own.get('analysis', report.analysis_uuid, context.by.sight))
  const { template, format, filters, sample_uuid } = report
  const type = reportTemplates.find(({ name }) => name === template)?.type ?? 'analysis'
  await makeReport(context, record, {
    type,
    template,
    format,
    filters,
    sample: sample_uuid ?? undefined,
    amends: {
      report_uuid: report.report_uuid,
      number: report.number,
      reported_at: report.created_at,
      reason,
      recall_uuid: uuid,
      recall_number: number,
    },
  })
}
