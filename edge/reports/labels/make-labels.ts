import { type LabelFacts, labelCode } from '../../../domain/labels/label-code.ts'
import { layoutLabel, type MeasureText } from '../../../domain/labels/label-layout.ts'
import { type LabelOrder, printerDots } from '../../../domain/entities/lot-labels.ts'
import { drawSymbol } from '../../../workers/labels/draw-symbol.ts'
import { finishInSlices } from '../../../workers/slices.ts'
import { sha256Hex } from '../../crypto/secret.ts'
import { loadFonts, type ReadFontFile } from '../pdf/type/load-fonts.ts'
import { textShaper } from '../pdf/type/shape-text.ts'
import { drawLabelPdf } from './draw-pdf.ts'
import { writeZpl } from './write-zpl.ts'

/** Signs that labels have beside the texts of their records. */
const always = ' 0123456789()-/…REFLOTEXPSN\\'

/** A lot with the boxes of it that get a label; null for labels of the lot itself. */
interface LabelledBoxes {
  about: Omit<LabelFacts, 'box'>
  boxes: LabelOrder['boxes']
}

interface LabelSource {
  author: string
  /** Time of the record, not of the printing: the same order is the same file. */
  moment: string
  readFont: ReadFontFile
}

/**
 * Make the file of labels of several lots, lot after lot: PDF with a page for each label, or ZPL for a label printer. Both are
 * drawn from one layout.
 */
export async function makeManyLabels(
  lots: readonly LabelledBoxes[],
  order: Omit<LabelOrder, 'boxes'>,
  { author, moment, readFont }: LabelSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const said = lots.flatMap(({ about: { kit, lot, storage = '' } }) => {
    return [kit.name, kit.ref, kit.gtin, kit.producer, lot, storage]
  })
  const shape = textShaper(await loadFonts([always, ...said].join(''), readFont))
  const measure: MeasureText = (line, bold) => shape(line, bold).width / 1000
  const labels = lots.flatMap(({ about, boxes }) =>
    listBoxes(boxes).map((box) => {
      const facts = { ...about, box }
      const layout = layoutLabel(facts, order.size, measure)
      return { layout, modules: drawSymbol(labelCode(facts, order.symbol)) }
    }),
  )
  if (order.format === 'zpl') {
    const zpl = writeZpl(labels, order, printerDots[order.dpi], shape)
    return new Uint8Array(new TextEncoder().encode(zpl))
  }
  const title = lots.map(({ about: { kit, lot } }) => `${kit.name} ${lot}`).join(', ')
  const document = drawLabelPdf(labels, order, { title, author, moment }, shape)
  const id = sha256Hex(JSON.stringify([lots, order, moment])).slice(0, 32)
  return finishInSlices(document.write(id))
}

/** List the boxes that get a label; null for one of the lot itself. */
function listBoxes(boxes: LabelOrder['boxes']): (number | null)[] {
  if (boxes === null) return [null]
  return Array.from({ length: boxes.to - boxes.from + 1 }, (_, step) => boxes.from + step)
}
