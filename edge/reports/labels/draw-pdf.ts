import { shapesOf, symbolDrawings } from '../../../domain/labels/device-symbols.ts'
import {
  type LabelLayout,
  type LabelMark,
  quietModules,
} from '../../../domain/labels/label-layout.ts'
import type { LabelOrder } from '../../../domain/entities/lot-labels.ts'
import { PdfDocument } from '../pdf/file/pdf-document.ts'
import type { PdfPage } from '../pdf/file/pdf-page.ts'
import { element, type Element } from '../pdf/file/structure.ts'
import type { ShapeText } from '../pdf/type/shape-text.ts'
import type { DrawnLabel } from './write-zpl.ts'
import type { SymbolModules } from '../../../workers/labels/draw-symbol.ts'

/** Points of a millimetre. */
const point = 72 / 25.4

/** Draw labels as a document, a page of the label's size for each. */
export function drawLabelPdf(
  labels: readonly DrawnLabel[],
  order: Pick<LabelOrder, 'symbol' | 'copies'>,
  facts: { title: string; author: string; moment: string },
  shape: ShapeText,
): PdfDocument {
  const size = labels[0]?.layout ?? { width: 0, height: 0 }
  const document = new PdfDocument({
    ...facts,
    subject: facts.title,
    language: 'en',
    isRightToLeft: false,
    width: size.width * point,
    height: size.height * point,
  })
  for (const label of labels) {
    for (let copy = 0; copy < order.copies; copy += 1) {
      const page = document.addPage()
      drawSquare(
        page,
        label,
        quietModules[order.symbol],
        element('Figure', document.root, 'Bar code'),
      )
      for (const mark of label.layout.marks) drawMark(page, mark, document.root)
      for (const { text, x, y, size: type, bold } of label.layout.texts) {
        page.mark(element('P', document.root), () =>
          page.text(shape(text, bold), x * point, y * point, type * point),
        )
      }
    }
  }
  return document
}

function drawSquare(
  page: PdfPage,
  { layout, modules }: { layout: LabelLayout; modules: SymbolModules },
  quiet: number,
  part: ReturnType<typeof element>,
): void {
  const { x, y, side } = layout.symbol
  const module = side / (modules.length + 2 * quiet)
  const boxes = modules.flatMap((line, row) =>
    runs(line).map(([from, to]) => ({
      x: (x + (from + quiet) * module) * point,
      y: (y + (row + quiet) * module) * point,
      width: (to - from) * module * point,
      height: module * point,
    })),
  )
  page.mark(part, () => page.boxes(boxes, '#000000'))
}

/** Draw a symbol of ISO 15223-1, with its meaning for who does not see it. */
function drawMark(page: PdfPage, { mark, x, y, size }: LabelMark, root: Element): void {
  const { title, clause } = symbolDrawings[mark]
  page.mark(element('Figure', root, `${title} (ISO 15223-1, ${clause})`), () => {
    for (const shape of shapesOf(mark)) {
      const points = shape.map(([across, down]) => {
        return [(x + across * size) * point, (y + down * size) * point] as const
      })
      page.shape(points, '#000000')
    }
  })
}

/** Return where dark stretches of a row begin and end. */
function runs(line: readonly boolean[]): [from: number, to: number][] {
  return line.flatMap((dark, from): [number, number][] => {
    if (!dark || line[from - 1]) return []
    const to = line.indexOf(false, from)
    return [[from, to < 0 ? line.length : to]]
  })
}
