import type { CallFile, CallInput } from '../../domain/call.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { commissioningCalls } from '../../domain/calls/commissionings.ts'
import type { Commissioning } from '../../domain/entities/commissioning.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import type { AccountContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import { fileName } from '../files/file-name.ts'
import { hashText } from '../crypto/hash-text.ts'
import { unwrap } from '../outcome.ts'
import { keepHandout } from './keep-handout.ts'
import { reportFontReader } from './report-fonts.ts'

/**
 * Print the sheet of a device as a PDF, from the record as it was signed: the same sheet is the same file. That a signed one was handed out
 * is written down with its test run, so that a recall of the device, its calibration or that run finds it (decision 85).
 * @throws Fault `not_found` for a sheet that is not in sight.
 */
export async function printSheet(
  { params, query }: CallInput<typeof commissioningCalls.print>,
  context: AccountContext,
): Promise<CallFile> {
  const { env, origin, own, account, company, by } = context
  const record = await unwrap(own.get('commissioning', params.id, by.sight))
  const [{ makeSheetPdf }, { speaker }, found] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    import('./pdf/content/say.ts'),
    findCompany(env.DIRECTORY, company),
  ])
  const { timezone, date_format } = account.preferences
  const facts = {
    record,
    hash: hashText(canonicalJson(contentSigned({ ...record }))),
    laboratory: found?.name ?? account.company_details.name,
    say: speaker(query.language ?? account.default_language, timezone, date_format),
    paper: query.paper ?? (env.REGION === 'na' ? ('letter' as const) : ('a4' as const)),
  }
  const made: CallFile = {
    bytes: await makeSheetPdf(facts, reportFontReader(env, origin)),
    type: 'application/pdf',
    name: fileName(`commissioning-${record.serial_no}`, '.pdf'),
  }
  const runs = record.signature ? await findTestRun(record, context) : []
  if (runs.length === 0) return made
  return await keepHandout(context, made, { format: 'pdf', study_uuid: null, runs }, 'given')
}

/** Find the test run by which a sheet was judged: the one on this device that ended at the time of the step. */
async function findTestRun(
  { device_uuid, steps }: Commissioning,
  { own, by }: AccountContext,
): Promise<string[]> {
  const ended = steps.find(({ step }) => step === 'test_run')?.at ?? null
  if (ended === null || !by.sight.kinds.includes('analysis')) return []
  return await unwrap(own.ask({ name: 'runsEnded', device_uuid, ended }, by.sight))
}
