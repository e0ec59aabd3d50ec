import type { Certificate } from '../../../domain/entities/certificate.ts'
import type { Sliced } from '../../../workers/slices.ts'
import { genotypes } from './content/genotype-table.ts'
import { correction, identity, signature, signatureFacts } from './content/identity.ts'
import type { ReportFacts } from './content/report-facts.ts'
import { sampleTables } from './content/result-tables.ts'
import { controlRules, sampleReviews } from './content/run-tables.ts'
import { drawPages, drawParts, type PrintOrder, type Strips } from './draw-pages.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import type { Element } from './file/structure.ts'
import type { Sheet } from './page/sheet.ts'
import { factList, heading, titleLines } from './page/text-strips.ts'
import type { ShapeText } from './type/shape-text.ts'

/** Input of a printed certificate: the certificate, and the run whose results it certifies. */
export interface CertificateFacts extends ReportFacts {
  certificate: Certificate
}

/**
 * Draw a certificate of analysis: what it certifies, who issued it, the run, its controls and the results by sample. One
 * that is not issued has a mark on each page, so that nobody takes it for one.
 */
export function drawCertificate(facts: CertificateFacts, shape: ShapeText): Sliced<PdfDocument> {
  const { say, certificate, laboratory } = facts
  const label = say.word('certificate.title')
  const order: PrintOrder = {
    say,
    paper: facts.paper,
    title: say.word('pair', { label, value: certificate.name }),
    author: laboratory,
    subject: `${label}, ${certificate.uuid}`,
    moment: certificate.updated_at,
    margins: {
      say,
      laboratory,
      name: certificate.name,
      draft: markOf(facts),
      identity: [say.word('certificate.id'), certificate.uuid],
      hash: [say.word('resultHash'), facts.resultHash],
    },
    content: (sheet, root) => contentOf(sheet, root, facts),
  }
  return drawPages(order, shape)
}

function* contentOf(sheet: Sheet, root: Element, facts: CertificateFacts): Sliced<Strips> {
  const { say } = facts
  const tables = yield* sampleTables(sheet, root, facts)
  yield
  return yield* drawParts([
    () => title(sheet, root, facts),
    () => issue(sheet, root, facts),
    () => heading(sheet, root, say.word('certificate.run')),
    () => identity(sheet, root, facts),
    () => signature(sheet, root, facts),
    () => controlRules(sheet, root, facts),
    () => sampleReviews(sheet, root, facts),
    () => tables,
    () => genotypes(sheet, root, facts),
  ])
}

function title(sheet: Sheet, root: Element, facts: CertificateFacts): Strips {
  const { say, certificate, laboratory } = facts
  return [
    ...titleLines(sheet, root, {
      laboratory,
      title: say.word('pair', { label: say.word('certificate.title'), value: certificate.name }),
      mark: markOf(facts),
    }),
    ...correction(sheet, root, facts),
  ]
}

/** Return the mark of a certificate that is not issued; null for one that is. */
function markOf({ say, certificate }: CertificateFacts): string | null {
  return certificate.status === 'Issued' ? null : say.word('certificate.mark')
}

/** Print the certificate itself: its status, who asked for it, and the signature of who issued it. */
function issue(sheet: Sheet, root: Element, { say, certificate }: CertificateFacts): Strips {
  const {
    requested_at,
    requestor_name,
    reviewed_at,
    reviewer_name,
    signature: signed,
  } = certificate
  const by = (at: string | null, name: string) =>
    at === null ? null : say.word('byWhom', { moment: say.moment(at), name })
  return [
    { height: 6, draw: () => undefined },
    ...factList(sheet, root, [
      [say.word('certificate.id'), certificate.uuid],
      [say.word('status'), say.word(`certificate.status.${certificate.status}`)],
      [say.word('certificate.requested'), by(requested_at, requestor_name)],
      [say.word('certificate.note'), certificate.note],
      [say.word('certificate.decided'), by(reviewed_at, reviewer_name)],
      [say.word('reason'), certificate.rejection],
      [say.word('certificate.covers'), certificate.analysis_hash],
    ]),
    ...(signed
      ? [
          ...heading(sheet, root, say.word('certificate.signature')),
          ...factList(sheet, root, signatureFacts(say, signed)),
        ]
      : []),
  ]
}
