import type { Analysis } from '../../domain/entities/analysis.ts'
import type { PaperName } from '../../domain/entities/report.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import type { AccountContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import { readCurves } from '../runs/evaluate.ts'
import { nameDevice } from './name-device.ts'
import { countOldPoints } from '../runs/early-end.ts'
import type { ReportFacts } from './pdf/content/report-facts.ts'
import { readRunCalibrations } from './run-calibrations.ts'
import { reportFontReader } from './report-fonts.ts'

type Chosen = Pick<
  ReportFacts,
  'record' | 'results' | 'resultHash' | 'template' | 'filters' | 'amends' | 'correctedBy'
>

interface PrintChoice {
  sample?: string | undefined
  paper?: PaperName | undefined
  language?: Language | undefined
}

/**
 * Print a report as a PDF, in the account's language, time zone and date format unless another language is asked for.
 * Loads the drawing code only now: a worker that prints no report starts without it.
 */
export async function printReport(
  context: AccountContext,
  chosen: Chosen,
  order: PrintChoice,
): Promise<Uint8Array<ArrayBuffer>> {
  const { env, origin } = context
  const { record } = chosen
  const [{ makePdf }, curves] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    record.curves_hash === null ? null : readCurves(env, record, record.curves_hash),
  ])
  const facts = await readReportFacts(context, { ...chosen, curves }, order)
  return makePdf(facts, reportFontReader(env, origin))
}

/** Read what is printed beside results and curves: names, calibrations, and the reader's language. */
export async function readReportFacts(
  context: AccountContext,
  chosen: Chosen & Pick<ReportFacts, 'curves'>,
  order: PrintChoice,
): Promise<ReportFacts> {
  const { env, account } = context
  const { record, curves } = chosen
  const [{ speaker }, company, method, device, calibrations] = await Promise.all([
    import('./pdf/content/say.ts'),
    findCompany(env.DIRECTORY, record.company_uuid),
    nameMethod(context, record.method),
    nameDevice(context, record.device_uuid),
    readRunCalibrations(context, record),
  ])
  const { timezone, date_format } = account.preferences
  const language = order.language ?? account.default_language
  return {
    ...chosen,
    calibrations,
    points: record.points ?? (await countOldPoints(context, record, curves)) ?? undefined,
    ...method,
    device,
    sample: record.samples.find(({ uuid }) => uuid === order.sample) ?? null,
    laboratory: company?.name ?? account.company_details.name,
    say: speaker(language, timezone, date_format),
    paper: order.paper ?? (env.REGION === 'na' ? 'letter' : 'a4'),
  }
}

/**
 * Return the present names of protocol and applications; a protocol's id where the reader may not see it, or it was
 * deleted.
 */
async function nameMethod(
  { own, by }: AccountContext,
  { protocol_uuid: uuid }: Analysis['method'],
): Promise<Pick<ReportFacts, 'protocol' | 'applications'>> {
  const unknown = { protocol: uuid, applications: [] }
  const { sight } = by
  if (uuid === null || !sight.kinds.includes('protocol')) return unknown
  const found = await own.get('protocol', uuid, sight)
  if (!found.ok) return unknown
  const { name, application_uuids } = found.value
  if (!sight.kinds.includes('application')) return { protocol: name, applications: [] }
  const asked = application_uuids.map((one) => own.get('application', one, sight))
  const applications = (await Promise.all(asked)).flatMap((one) => (one.ok ? [one.value.name] : []))
  return { protocol: name, applications }
}
