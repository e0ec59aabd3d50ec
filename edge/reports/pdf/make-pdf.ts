import { isIsothermal } from '../../../domain/rules/assay-kind.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import { finishInSlices, type Sliced } from '../../../workers/slices.ts'
import { sha256Hex } from '../../crypto/secret.ts'
import type { MethodFacts } from './content/method/method-facts.ts'
import type { ReportFacts } from './content/report-facts.ts'
import { type CertificateFacts, drawCertificate } from './draw-certificate.ts'
import { drawMethod } from './draw-method.ts'
import { drawReport } from './draw-report.ts'
import { drawSheet, type SheetFacts } from './draw-sheet.ts'
import { drawStudy, type StudyFacts } from './draw-study.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import { loadFonts, type ReadFontFile } from './type/load-fonts.ts'
import { type ShapeText, textShaper } from './type/shape-text.ts'

/** Signs that every report may need, whatever its language: numbers, and the sign of a cut text. */
const always = ' 0123456789.,:;()–−-…%/°×ΔFRndTabcuABCDEFGH'
const atCurves = ['curves', 'melt', 'axis.temperature'] as const

/**
 * Make a report as a PDF file: fonts in it, text that can be searched, tagged, no links and no scripts. The same facts
 * give the same bytes (decisions 76).
 */
export async function makePdf(
  facts: ReportFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  // Collect the texts at curves, which are known without drawing them.
  const { say } = facts
  const axis = isIsothermal(facts.results.evaluation) ? 'axis.time' : 'axis.cycle'
  const known = [...atCurves, axis].map((key) => say.word(key as 'axis.time'))
  return print(
    {
      known: [...known, say.number(1234.5, 1)],
      collect: (shape) => drawReport({ ...facts, curves: null }, shape),
      draw: (shape) => drawReport(facts, shape),
      id: idOf(facts),
    },
    readFont,
  )
}

/** Make a version of a recipe as a PDF file, as reports are made. */
export async function makeMethodPdf(
  facts: MethodFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const draw = (shape: ShapeText) => drawMethod(facts, shape)
  const { say, paper: _paper, ...content } = facts
  const known = [say.number(1234.5, 1)]
  return print({ known, collect: draw, draw, id: idOfContent([content], facts) }, readFont)
}

/** Make a study as a PDF file, as reports are made. */
export async function makeStudyPdf(
  facts: StudyFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const draw = (shape: ShapeText) => drawStudy(facts, shape)
  const { say, hash, study } = facts
  const known = [say.number(1234.5, 1), say.word('study.fold')]
  return print({ known, collect: draw, draw, id: idOfContent([study, hash], facts) }, readFont)
}

/** Make the sheet of a device that came into service as a PDF file, as reports are made. */
export async function makeSheetPdf(
  facts: SheetFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const draw = (shape: ShapeText) => drawSheet(facts, shape)
  const { say: _say, paper: _paper, ...content } = facts
  return print({ known: [], collect: draw, draw, id: idOfContent([content], facts) }, readFont)
}

/** Make a certificate of a signed analysis as a PDF file, as reports are made. */
export async function makeCertificatePdf(
  facts: CertificateFacts,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const draw = (shape: ShapeText) => drawCertificate(facts, shape)
  const { say, certificate, correctedBy, record, resultHash } = facts
  const content = [certificate, record.updated_at, resultHash, correctedBy ?? null]
  const known = [say.number(1234.5, 1)]
  return print({ known, collect: draw, draw, id: idOfContent([content], facts) }, readFont)
}

interface Drawing {
  /** Texts that are drawn beside those that `collect` meets. */
  known: readonly string[]
  collect: (shape: ShapeText) => Sliced<PdfDocument>
  draw: (shape: ShapeText) => Sliced<PdfDocument>
  /** Hash of the content, so that it is the same whenever the file is made. */
  id: string
}

/** Draw a document twice: first without fonts, to see which signs are needed. A Chinese font is a hundred files. */
async function print(
  { known, collect, draw, id }: Drawing,
  readFont: ReadFontFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = new Set([always, ...known])
  const noted = collect((text, bold = false) => {
    texts.add(text)
    return { glyphs: [], width: 0, bold }
  })
  await finishInSlices(noted)
  const fonts = await loadFonts([...texts].join(''), readFont)
  const drawn = await finishInSlices(draw(textShaper(fonts)))
  return finishInSlices(drawn.write(id))
}

/** Derive the id of a file from what is printed in it, so that it is the same whenever it is made. */
function idOfContent(
  content: readonly unknown[],
  { say, paper }: Pick<ReportFacts, 'say' | 'paper'>,
): string {
  return sha256Hex(canonicalJson([...content, say.language, paper])).slice(0, 32)
}

/** Derive the id of a report from its content, so that it is the same whenever it is made. */
function idOf({ record, resultHash, template, filters, sample, say, paper }: ReportFacts): string {
  const parts = [
    record.uuid,
    record.updated_at,
    resultHash,
    template,
    filters,
    sample?.uuid ?? null,
  ]
  return sha256Hex(JSON.stringify([...parts, say.language, paper])).slice(0, 32)
}
