import type { CallFile, CallInput } from '../../domain/call.ts'
import type { certificateCalls } from '../../domain/calls/certificates.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Certificate } from '../../domain/entities/certificate.ts'
import type { Results } from '../../domain/results.ts'
import type { AccountContext } from '../context.ts'
import { certificateFile } from './certificate-table.ts'
import { keepHandout } from './keep-handout.ts'
import { readReportFacts } from './print-report.ts'
import { reportFontReader } from './report-fonts.ts'
import { findCorrection } from './say-correction.ts'

/** The signed analysis that a certificate is about, with the results that were signed and their hash. */
interface Basis {
  analysis: Analysis
  results: Results
  hash: string
}

/**
 * Print a certificate as a PDF. That it was handed out is written down with its run, so that a recall finds the file (decision 85).
 * @throws Fault `refused` where a recall holds the run, also where it does so only by the time the file is made.
 */
export async function printCertificate(
  { query }: CallInput<typeof certificateCalls.print>,
  context: AccountContext,
  { certificate, basis }: { certificate: Certificate; basis: Basis },
): Promise<CallFile> {
  const { env, origin } = context
  const { analysis: record, results, hash } = basis
  const [{ makeCertificatePdf }, facts] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    readReportFacts(
      context,
      {
        record,
        results,
        resultHash: hash,
        template: 'analysis_summary',
        filters: {},
        // Load none, so that a certificate is printed also where their file cannot be read.
        curves: null,
        correctedBy: await findCorrection(context, record),
      },
      query,
    ),
  ])
  const made: CallFile = {
    bytes: await makeCertificatePdf({ ...facts, certificate }, reportFontReader(env, origin)),
    type: 'application/pdf',
    name: certificateFile(certificate, 'pdf'),
  }
  return await keepHandout(
    context,
    made,
    { format: 'pdf', study_uuid: null, runs: [record.uuid] },
    'refused',
  )
}
