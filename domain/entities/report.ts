import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { entity } from '../entity.ts'
import { CallName } from '../results.ts'
import { author, ContentHash, Name, stamps, Timestamp, Uuid } from '../fields.ts'
import { Signature } from './analysis.ts'

/** The first is what a form starts with. */
export const reportFormats = ['pdf', 'csv', 'xlsx'] as const
export const ReportFormat = v.picklist(reportFormats)
export type ReportFormat = v.InferOutput<typeof ReportFormat>

export const reportTypes = ['analysis', 'sample'] as const

/** A template for reports (spec §3 "Report templates"). */
export const ReportTemplate = v.strictObject({
  name: v.string(),
  readableName: v.string(),
  type: v.picklist(reportTypes),
  readableType: v.string(),
})
export type ReportTemplate = v.InferOutput<typeof ReportTemplate>

/** The first of a type is what a form starts with (VAL-054). */
export const reportTemplates = [
  {
    name: 'analysis_results',
    readableName: 'Results by well',
    type: 'analysis',
    readableType: 'Analysis',
  },
  {
    name: 'analysis_summary',
    readableName: 'Summary by sample',
    type: 'analysis',
    readableType: 'Analysis',
  },
  {
    name: 'sample_results',
    readableName: 'Results of samples',
    type: 'sample',
    readableType: 'Sample',
  },
] as const satisfies readonly ReportTemplate[]

export type ReportTemplateName = (typeof reportTemplates)[number]['name']
const reportTemplateNames = reportTemplates.map(({ name }) => name)

/** Sizes of printed pages. */
const paperNames = ['a4', 'letter'] as const
export const PaperName = v.picklist(paperNames)
export type PaperName = v.InferOutput<typeof PaperName>

/** Filters of the results in a report; absent: all. */
export const ReportFilters = v.strictObject({
  targets: v.optional(v.pipe(v.array(Name), v.maxLength(24))),
  calls: v.optional(v.pipe(v.array(CallName), v.maxLength(4))),
  /** Names of samples. */
  samples: v.optional(v.pipe(v.array(Name), v.maxLength(mostWells))),
})
export type ReportFilters = v.InferOutput<typeof ReportFilters>

/** The report that a draft takes the place of, and the recall for which it was drafted. */
const ReportAmends = v.strictObject({
  report_uuid: Uuid,
  /** Number of the replaced report among those of its analysis, from 1, and its time. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reported_at: Timestamp,
  reason: v.string(),
  recall_uuid: Uuid,
  recall_number: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type ReportAmends = v.InferOutput<typeof ReportAmends>

/** A file that was made of an analysis, by its hash; approved by an electronic signature. */
export const Report = v.strictObject({
  ...stamps,
  name: Name,
  analysis_uuid: Uuid,
  sample_uuid: v.nullable(Uuid),
  swarm_uuid: Uuid,
  template: v.picklist(reportTemplateNames as [ReportTemplateName, ...ReportTemplateName[]]),
  format: ReportFormat,
  filters: ReportFilters,
  ...author,
  file_hash: ContentHash,
  result_hash: ContentHash,
  /**
   * Hash of the samples and of the reviewers' decisions that the file was made with (edge/store/outdated-reports.ts). Absent of older
   * reports. Only the service writes it.
   */
  samples_hash: v.optional(ContentHash),
  signature: v.nullable(Signature),
  /** Absent for what amends nothing. Only the service writes it. */
  amends: v.optional(ReportAmends),
})
export type Report = v.InferOutput<typeof Report>

export const report = entity({
  kind: 'report',
  path: '/reports',
  permission: 'analysis.report',
  schema: Report,
  indexes: ['analysis_uuid'],
  filters: ['analysis_uuid', 'sample_uuid', 'template', 'user_uuid', 'swarm_uuid'],
  scope: 'swarm',
  local: null,
  trash: null,
})
