import type { Sliced } from '../../../workers/slices.ts'
import type { Say } from './content/say.ts'
import { PdfDocument } from './file/pdf-document.ts'
import type { PdfPage } from './file/pdf-page.ts'
import type { Element } from './file/structure.ts'
import { drawMargins, type Margins } from './page/margins.ts'
import { paginate, type Strip } from './page/paginate.ts'
import { papers, Sheet } from './page/sheet.ts'
import type { ShapeText } from './type/shape-text.ts'

export type Strips = Strip<PdfPage>[]

/** A document before it is drawn. */
export interface PrintOrder {
  say: Say
  paper: keyof typeof papers
  title: string
  author: string
  subject: string
  /** Time of the record, not of the printing: the same record is the same file. */
  moment: string
  margins: Margins
  content: (sheet: Sheet, root: Element) => Sliced<Strips>
}

/** Draw a document: content, pages, then headers and footers. Pause after each page, so that other requests get their turn. */
export function* drawPages(order: PrintOrder, shape: ShapeText): Sliced<PdfDocument> {
  const { say, margins } = order
  const paper = papers[order.paper]
  const sheet = new Sheet(shape, paper, say.isRightToLeft)
  const document = new PdfDocument({
    title: plain(order.title),
    author: order.author,
    subject: plain(order.subject),
    language: say.language,
    isRightToLeft: say.isRightToLeft,
    moment: order.moment,
    ...paper,
  })
  const pages = paginate(
    yield* order.content(sheet, document.root),
    paper.height - sheet.top - sheet.bottom,
  )
  for (const [index, strips] of pages.entries()) {
    const page = document.addPage()
    drawMargins(sheet, page, margins, index + 1, pages.length)
    for (const { strip, y } of strips) strip.draw(page, sheet.top + y)
    yield
  }
  return document
}

/** Run the parts of a document one after another, with a pause after each. */
export function* drawParts(parts: readonly (() => Strips | Sliced<Strips>)[]): Sliced<Strips> {
  const strips: Strips[] = []
  for (const part of parts) {
    const made = part()
    strips.push(Array.isArray(made) ? made : yield* made)
    yield
  }
  return strips.flat()
}

/** Remove the signs that isolate text directions: the drawn text does not need them. */
function plain(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
}
