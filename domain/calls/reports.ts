import * as v from 'valibot'
import { analysisActions } from '../actions/analysis.ts'
import { get, post } from '../call.ts'
import {
  Report,
  report,
  ReportFilters,
  ReportFormat,
  ReportTemplate,
  reportTypes,
} from '../entities/report.ts'
import { Uuid, uuidList } from '../fields.ts'
import { getRow, searchRow } from './record-rows.ts'
import { printChoice, SampleSelection } from './report-body.ts'
import { byId } from './shapes.ts'
import { Signing } from './signing.ts'

const TemplateQuery = v.strictObject({
  /** Absent: the first template of the type (VAL-054). */
  template_name: v.optional(v.pipe(v.string(), v.maxLength(60))),
  format: v.optional(ReportFormat),
  ...printChoice,
})

export const reportCalls = {
  templates: get('/reports/templates', {
    needs: analysisActions.report.needs,
    query: v.strictObject({ type: v.optional(v.picklist(reportTypes)) }),
    data: v.array(ReportTemplate),
    cache: 'day',
  }),
  templateTypes: get('/reports/templates/types', {
    needs: analysisActions.report.needs,
    data: v.array(v.strictObject({ type: v.picklist(reportTypes), readableType: v.string() })),
    cache: 'day',
  }),
  createAnalysis: post('/reports/create/analysis/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    query: TemplateQuery,
    body: v.optional(
      v.strictObject({
        filters: v.optional(ReportFilters),
        samples: v.optional(SampleSelection),
      }),
    ),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** `id` is the sample's. A correction has the samples of its run: `analysis` says of which; without it the one in force. */
  createSample: post('/reports/create/sample/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    query: v.strictObject({ ...TemplateQuery.entries, analysis: v.optional(Uuid) }),
    body: v.optional(v.strictObject({ filters: v.optional(ReportFilters) })),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Results of several analyses in one table; nothing is kept of it. */
  create: get('/reports/create', {
    needs: analysisActions.report.needs,
    query: v.strictObject({
      format: v.picklist(['csv']),
      /** Ids of analyses. */
      resources: uuidList(100, 'resources'),
    }),
    reply: 'blob',
    timeout: 60_000,
  }),
  search: searchRow(report),
  get: getRow(report),
  /** The very file that was made, by its hash. */
  download: get('/reports/download/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    reply: 'blob',
    timeout: 60_000,
  }),
  /** An electronic signature under the report and the hash of its file. */
  approve: post('/reports/approve/:id', {
    needs: analysisActions.validate.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: Report,
  }),
}
