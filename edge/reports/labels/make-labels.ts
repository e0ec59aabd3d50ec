import { type LabelFacts, labelCode } from '../../../domain/labels/label-code.ts'
import { layoutLabel, type MeasureText } from '../../../domain/labels/label-layout.ts'
import { type LabelOrder, printerDots } from '../../../domain/entities/lot-labels.ts'
import { drawSymbol } from '../../../workers/labels/draw-symbol.ts'
import { finishInSlices } from '../../../workers/slices.ts'
import { sha256Hex } from '../../secret.ts'
import { loadFonts, type ReadFontFile } from '../pdf/type/load-fonts.ts'
import { textShaper } from '../pdf/type/shape-text.ts'
import { drawLabelPdf } from './draw-pdf.ts'
import { writeZpl } from './write-zpl.ts'

/** Signs that labels have beside the texts of their records. */
const always = ' 0123456789()-/…REFLOTEXPSN\\'

/**
 * Make the file of an order of labels: PDF with a page for each, or ZPL for a label printer. Both are drawn from one layout.
 * @param about facts of the lot, with the box left out.
 * @param moment of the record, not of the printing: the same order is the same file.
 */
export async function makeLabels(
  about: Omit<LabelFacts, 'box'>,
  order: LabelOrder,
  from: { author: string; moment: string; readFont: ReadFontFile },
): Promise<Uint8Array<ArrayBuffer>> {
  const { kit, lot, storage = '' } = about
  const text = [always, kit.name, kit.ref, kit.gtin, lot, storage].join('')
  const shape = textShaper(await loadFonts(text, from.readFont))
  const measure: MeasureText = (line, bold) => shape(line, bold).width / 1000
  const labels = listBoxes(order).map((box) => {
    const facts = { ...about, box }
    const layout = layoutLabel(facts, order.size, measure)
    return { layout, modules: drawSymbol(labelCode(facts, order.symbol)) }
  })
  if (order.format === 'zpl') {
    const zpl = writeZpl(labels, order, printerDots[order.dpi], shape)
    return new Uint8Array(new TextEncoder().encode(zpl))
  }
  const { author, moment } = from
  const document = drawLabelPdf(
    labels,
    order,
    { title: `${kit.name} ${lot}`, author, moment },
    shape,
  )
  return finishInSlices(
    document.write(sha256Hex(JSON.stringify([about, order, moment])).slice(0, 32)),
  )
}

/** List the boxes that get a label; null for one of the lot itself. */
function listBoxes({ boxes }: LabelOrder): (number | null)[] {
  if (boxes === null) return [null]
  return Array.from({ length: boxes.to - boxes.from + 1 }, (_, step) => boxes.from + step)
}
