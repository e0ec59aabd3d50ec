import type { CallArguments } from '../../../../../domain/call.ts'
import type { reportCalls } from '../../../../../domain/calls/reports.ts'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type {
  ReportFilters,
  ReportFormat,
  ReportTemplate,
} from '../../../../../domain/entities/report.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'

export type ReportType = ReportTemplate['type']

/** Choices of a person for a report. */
export interface ReportChoice {
  type: ReportType
  template: string
  format: ReportFormat
  useFilters: boolean
  /** Samples that were unticked: all are ticked at first (VAL-052). */
  unticked: ReadonlySet<string>
}

/** Return the templates of a type; a form begins with the first (VAL-054). */
export function templatesOf(
  templates: readonly ReportTemplate[],
  type: ReportType,
): ReportTemplate[] {
  return templates.filter((one) => one.type === type)
}

/** Return the selection on the page as filters of a report; null without one. */
export function filtersOfView(
  record: Analysis,
  view: { wells: ReadonlySet<number>; off: ReadonlySet<string> },
): ReportFilters | null {
  const shape = cartridges[record.cartridge_type]
  const samples = record.samples
    .filter(({ coordinates }) => coordinates.some((well) => view.wells.has(wellIndex(shape, well))))
    .map(({ name }) => name)
  const targets = record.method.evaluation.targets
    .filter(({ channel }) => !view.off.has(channel))
    .map(({ name }) => name)
  const isOff = targets.length < record.method.evaluation.targets.length
  if (samples.length === 0 && !isOff) return null
  return { ...(samples.length > 0 && { samples }), ...(isOff && { targets }) }
}

/** The calls that make a report: one of the whole analysis, or one of each sample. */
export type ReportOrder =
  | { by: 'analysis'; call: CallArguments<typeof reportCalls.createAnalysis> }
  | { by: 'sample'; calls: CallArguments<typeof reportCalls.createSample>[] }

/**
 * Return the request to the service. Active filters decide which samples are in it (VAL-053), otherwise the checked ones
 * (VAL-051).
 */
export function orderReport(
  choice: ReportChoice,
  record: Pick<Analysis, 'uuid' | 'samples'>,
  filters: ReportFilters | null,
): ReportOrder {
  const query = { template_name: choice.template, format: choice.format }
  const inUse = choice.useFilters ? filters : null
  if (choice.type === 'analysis') {
    const ticks = record.samples.map(({ uuid }) => [uuid, !choice.unticked.has(uuid)] as const)
    const body = inUse ? { filters: inUse } : { samples: Object.fromEntries(ticks) }
    return { by: 'analysis', call: { params: { id: record.uuid }, query, body } }
  }
  const wanted = record.samples.filter(({ uuid, name }) =>
    inUse?.samples ? inUse.samples.includes(name) : !choice.unticked.has(uuid),
  )
  const targets = inUse?.targets
  const body = targets ? { filters: { targets } } : {}
  return {
    by: 'sample',
    // Name the run: its correction has the same samples.
    calls: wanted.map(({ uuid }) => ({
      params: { id: uuid },
      query: { ...query, analysis: record.uuid },
      body,
    })),
  }
}
