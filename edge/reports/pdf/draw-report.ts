import { genotypes } from './content/genotype-table.ts'
import { identity, signature, title } from './content/identity.ts'
import { amplification, melting, plates } from './content/pictures-of-run.ts'
import type { ReportFacts } from './content/report-facts.ts'
import { sampleTables, wellTables } from './content/result-tables.ts'
import { controlRules, counts, sampleReviews, wellComments } from './content/run-tables.ts'
import { programme } from './content/programme.ts'
import { excluded, settings, standardCurves } from './content/settings.ts'
import { drawPages, drawParts, type PrintOrder, type Strips } from './draw-pages.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import type { PdfPage } from './file/pdf-page.ts'
import type { Element } from './file/structure.ts'
import { curveLegend, plateLegend } from './content/legends.ts'
import type { Strip } from './page/paginate.ts'
import { type Picture, pictureRows } from './page/pictures.ts'
import type { Sheet } from './page/sheet.ts'
import { heading, paragraph } from './page/text-strips.ts'
import type { Sliced } from '../../../workers/slices.ts'
import type { ShapeText } from './type/shape-text.ts'

/** Draw the whole report. Pause after each part, page and some rows of a table, so that other requests get their turn. */
export function drawReport(facts: ReportFacts, shape: ShapeText): Sliced<PdfDocument> {
  const { say, record, sample, laboratory } = facts
  const what = say.word(sample ? 'title.sample' : 'title.analysis')
  const about = sample ? `${sample.name}, ${record.name}` : record.name
  const order: PrintOrder = {
    say,
    paper: facts.paper,
    title: say.word('pair', { label: what, value: about }),
    author: laboratory,
    subject: `${say.word(`template.${facts.template}`)}, ${record.uuid}`,
    moment: record.updated_at,
    margins: {
      say,
      laboratory,
      name: sample ? `${sample.name} · ${record.name}` : record.name,
      draft: record.signature ? null : say.word('draft'),
      identity: [say.word('analysisId'), record.uuid],
      hash: [say.word('resultHash'), facts.resultHash],
    },
    content: (sheet, root) => contentOf(sheet, root, facts),
  }
  return drawPages(order, shape)
}

function* contentOf(sheet: Sheet, root: Element, facts: ReportFacts): Sliced<Strips> {
  const { say, record, sample, template, results } = facts
  const isBySample = template !== 'analysis_results'
  const isByWell = template !== 'analysis_summary'
  // Draw three in a row for one sample: there is little to see in each.
  const most = sample ? 3 : 2
  const perRow = Math.min(most, new Set(results.wells.map(({ target }) => target)).size)
  const pictures = (
    name: 'plate' | 'curves' | 'melt',
    legend: Strip<PdfPage>,
    made: readonly Picture[],
  ) => {
    if (made.length === 0) return []
    return [
      ...heading(sheet, root, say.word(name)),
      legend,
      ...pictureRows(sheet, root, made, perRow),
    ]
  }
  const bySample = isBySample ? yield* sampleTables(sheet, root, facts) : []
  yield
  const tables = [...bySample, ...(isByWell ? yield* wellTables(sheet, root, facts) : [])]
  yield
  const parts: readonly (() => Strips | Sliced<Strips>)[] = [
    () => title(sheet, root, facts),
    () => identity(sheet, root, facts),
    () => signature(sheet, root, facts),
    () => (sample ? [] : counts(sheet, root, facts)),
    () => controlRules(sheet, root, facts),
    () => (sample ? [] : sampleReviews(sheet, root, facts)),
    () =>
      tables.length === 0 ? paragraph(sheet, root, say.word('noResults'), { bold: true }) : [],
    () => pictures('plate', plateLegend(sheet, facts), plates(facts, sheet.shape)),
    () => pictures('curves', curveLegend(sheet, facts), amplification(facts, sheet.shape)),
    () => pictures('melt', curveLegend(sheet, facts), melting(facts, sheet.shape)),
    () => tables,
    () => genotypes(sheet, root, facts),
    () => standardCurves(sheet, root, facts),
    () => excluded(sheet, root, facts),
    () => settings(sheet, root, facts),
    () => programme(sheet, root, facts),
    () =>
      sample || record.notebook.trim() === ''
        ? []
        : [
            ...heading(sheet, root, say.word('notebook')),
            ...paragraph(sheet, root, record.notebook),
          ],
    () => (sample ? [] : wellComments(sheet, root, facts)),
  ]
  return yield* drawParts(parts)
}
