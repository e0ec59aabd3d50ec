import { shapesOf, symbolDrawings } from '../../../domain/labels/device-symbols.ts'
import {
  type LabelLayout,
  type LabelMark,
  type LabelText,
  quietModules,
} from '../../../domain/labels/label-layout.ts'
import type { LabelOrder } from '../../../domain/entities/lot-labels.ts'
import type { SymbolModules } from '../../../workers/labels/draw-symbol.ts'
import type { ShapeText } from '../pdf/type/shape-text.ts'
import { Bitmap, type PathStep } from './bitmap.ts'

/** A label with its symbol. */
export interface DrawnLabel {
  layout: LabelLayout
  modules: SymbolModules
}

/**
 * Write labels in ZPL II (Zebra, ZPL II programming guide). Text and symbol are graphic fields (`^GFA`): every printer draws them
 * alike, in every script, whatever fonts and firmware it has; a module of a symbol is a whole number of dots.
 * @param dots of a millimetre.
 */
export function writeZpl(
  labels: readonly DrawnLabel[],
  order: Pick<LabelOrder, 'symbol' | 'copies'>,
  dots: number,
  shape: ShapeText,
): string {
  // Draw each line once, since most are the same on each label of a lot.
  const known = new Map<string, string>()
  const lineOf = (line: LabelText) => {
    const key = JSON.stringify(line)
    const field = known.get(key) ?? textField(line, dots, shape)
    known.set(key, field)
    return field
  }
  return labels
    .map(({ layout, modules }) =>
      [
        '^XA',
        `^PW${Math.round(layout.width * dots)}^LL${Math.round(layout.height * dots)}^LH0,0`,
        symbolField(layout, modules, quietModules[order.symbol], dots),
        ...layout.marks.map((mark) => markField(mark, dots)),
        ...layout.texts.map(lineOf),
        `^PQ${order.copies}`,
        '^XZ\n',
      ].join('\n'),
    )
    .join('')
}

/** Draw a symbol with modules of whole dots, in the middle of its square. */
function symbolField(layout: LabelLayout, modules: SymbolModules, quiet: number, dots: number) {
  const { x, y, side } = layout.symbol
  const room = Math.floor(side * dots)
  const module = Math.max(1, Math.floor(room / (modules.length + 2 * quiet)))
  const bitmap = new Bitmap(modules.length * module, modules.length)
  for (const [row, line] of modules.entries()) {
    for (const [column, dark] of line.entries()) {
      if (dark) bitmap.fill(column * module, row, module, 1)
    }
  }
  const free = Math.floor((room - bitmap.width) / 2)
  return graphicField(bitmap, Math.round(x * dots) + free, Math.round(y * dots) + free, module)
}

/** Draw a symbol of ISO 15223-1 as dots. */
function markField({ mark, x, y, size }: LabelMark, dots: number): string {
  const scale = size * dots
  const bitmap = new Bitmap(Math.ceil(symbolDrawings[mark].width * scale) + 1, Math.ceil(scale) + 1)
  // Draw shape by shape: where lines cross, the winding of one shape does not take the other away.
  for (const shape of shapesOf(mark)) {
    const steps = shape.map(([across, down], at): PathStep => {
      return { command: at === 0 ? 'moveTo' : 'lineTo', args: [across, -down] }
    })
    bitmap.fillPath(steps, { x: 0, y: 0, scale })
  }
  return graphicField(bitmap, Math.round(x * dots), Math.round(y * dots))
}

function textField({ text, x, y, size, bold }: LabelText, dots: number, shape: ShapeText): string {
  const shaped = shape(text, bold)
  const unit = (size * dots) / 1000
  const [above, below] = [Math.ceil(size * dots * 1.1), Math.ceil(size * dots * 0.35)]
  const bitmap = new Bitmap(Math.ceil(shaped.width * unit) + 2, above + below)
  let pen = 0
  for (const glyph of shaped.glyphs) {
    const { font } = glyph.font
    const steps = font.getGlyph(glyph.id).path.commands as readonly PathStep[]
    const scale = (size * dots) / font.unitsPerEm
    bitmap.fillPath(steps, { x: (pen + glyph.dx) * unit, y: above - glyph.dy * unit, scale })
    pen += glyph.advance
  }
  return graphicField(bitmap, Math.round(x * dots), Math.max(0, Math.round(y * dots) - above))
}

/** Write dots as a graphic field, each row of them several times. */
function graphicField(bitmap: Bitmap, x: number, y: number, times = 1): string {
  const { rowBytes, rows } = bitmap.bytes()
  const total = rowBytes * rows.length * times
  const lines = rows.map((row) => squeeze(Buffer.from(row).toString('hex').toUpperCase()))
  // Write a colon for a row that repeats the one before.
  const data = lines.map(
    (line, at) => (at > 0 && line === lines[at - 1] ? ':' : line) + ':'.repeat(times - 1),
  )
  return `^FO${x},${y}^GFA,${total},${total},${rowBytes},${data.join('')}^FS`
}

/** Shorten a row as ZPL allows: `,` for white to its end, G to Y for 1 to 19 times, g to z for 20 to 400 times. */
function squeeze(hex: string): string {
  const body = hex.replace(/0+$/, '')
  const text = body.replaceAll(/(.)\1{2,}/g, (run, digit: string) => countOf(run.length) + digit)
  return body.length < hex.length ? `${text},` : text
}

function countOf(count: number): string {
  const [high, low] = [Math.floor(count / 20), count % 20]
  const most = 20
  const full = 'z'.repeat(Math.floor(high / most))
  const rest = high % most
  return [
    full,
    rest > 0 ? String.fromCharCode(0x66 + rest) : '',
    low > 0 ? String.fromCharCode(0x46 + low) : '',
  ].join('')
}
