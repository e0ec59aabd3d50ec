import { kitMarks } from '../entities/bkit.ts'
import { type LabelSize, labelSizes } from '../entities/lot-labels.ts'
import { type DeviceSymbol, symbolDrawings } from './device-symbols.ts'
import { type LabelFacts, labelElements } from './label-code.ts'
import { writeBracketed } from '../codes/write-code.ts'

/** A line of text on a label. Lengths in millimetres, from the upper left corner; `y` is its base line. */
export interface LabelText {
  text: string
  x: number
  y: number
  size: number
  bold: boolean
}

/** A symbol of ISO 15223-1 on a label, as high as `size`; `x` and `y` are its upper left corner, in millimetres. */
export interface LabelMark {
  mark: DeviceSymbol
  x: number
  y: number
  size: number
}

/** A label as every printer draws it: text, symbols, and the square that its code fills. Lengths in millimetres. */
export interface LabelLayout {
  width: number
  height: number
  symbol: { x: number; y: number; side: number }
  texts: readonly LabelText[]
  marks: readonly LabelMark[]
}

/** Width of a text at a size of 1. */
export type MeasureText = (text: string, bold: boolean) => number

/** A line before it has its place. */
interface Line {
  /** Symbols at its beginning, which say what the text is. */
  marks?: readonly DeviceSymbol[]
  text: string
  bold: boolean
  /** Share of the height beside other lines. */
  height: number
  /** It may be cut at its end: a name, never a lot or a day. */
  mayCut?: boolean
}

const margin = 1.5
const gap = 2
/** Modules of white that each side of a symbol keeps free: 4 around a QR code (ISO/IEC 18004), 1 around a DataMatrix. */
export const quietModules = { qrcode: 4, datamatrix: 1 } as const
/** Share of its line that a letter fills, and the share of that to which a name shrinks before it is cut. */
const filled = 0.78
const least = 0.6

/** Share of its line that a symbol fills, and the room after it as a share of that. */
const markFilled = 0.86
const markGap = 0.3

/** Lay out a label: the code at the left, lines of text beside it, made smaller until they fit. */
export function layoutLabel(facts: LabelFacts, size: LabelSize, measure: MeasureText): LabelLayout {
  const { width, height } = labelSizes[size]
  const side = height - 2 * margin
  const left = margin + side + gap
  const room = width - left - margin
  const lines = listLines(facts, size)
  const unit = side / lines.reduce((sum, line) => sum + line.height, 0)
  let top = margin
  const marks: LabelMark[] = []
  const texts: LabelText[] = []
  for (const line of lines) {
    const high = line.height * unit
    const size = high * markFilled
    let start = left
    for (const mark of line.marks ?? []) {
      marks.push({ mark, x: start, y: top + (high - size) / 2, size })
      start += (symbolDrawings[mark].width + markGap) * size
    }
    if (line.text !== '') {
      const place = fitLine(line, high * filled, room - (start - left), measure)
      texts.push({ ...place, bold: line.bold, x: start, y: top + high * filled })
    }
    top += high
  }
  return { width, height, symbol: { x: margin, y: margin, side }, texts, marks }
}

function listLines(facts: LabelFacts, size: LabelSize): Line[] {
  const { kit, lot, box, boxes, expiry, storage } = facts
  const elements = size === '51x25' ? null : labelElements(facts)
  const kept = (kit.marks ?? []).toSorted((a, b) => kitMarks.indexOf(a) - kitMarks.indexOf(b))
  const lines: (Line | null)[] = [
    { text: kit.name, bold: true, height: 1.2, mayCut: true },
    { marks: ['catalogue'], text: kit.ref, bold: false, height: 1 },
    { marks: ['batch'], text: lot, bold: true, height: 1.2 },
    { marks: ['use_by'], text: expiry, bold: true, height: 1.2 },
    box === null ? null : { marks: ['serial'], text: `${box} / ${boxes}`, bold: false, height: 1 },
    storage
      ? { marks: marksOfStorage(storage), text: storage, bold: false, height: 1, mayCut: true }
      : null,
    kit.producer === ''
      ? null
      : { marks: ['manufacturer'], text: kit.producer, bold: false, height: 1, mayCut: true },
    kept.length === 0 ? null : { marks: kept, text: '', bold: false, height: 1.2 },
    elements && { text: writeBracketed(elements), bold: false, height: 0.8 },
  ]
  return lines.filter((line) => line !== null)
}

/** Return the symbol of a temperature limit for a storage that names one: without numbers it would say nothing. */
function marksOfStorage(storage: string): DeviceSymbol[] {
  return /\d\s*°\s*C/.test(storage) ? ['temperature'] : []
}

/** Make a line smaller until it fits; a name that would be too small to read is cut. */
function fitLine(line: Line, largest: number, room: number, measure: MeasureText) {
  const size = Math.min(largest, room / Math.max(measure(line.text, line.bold), 0.01))
  const smallest = largest * least
  if (!line.mayCut || size >= smallest) return { text: line.text, size }
  const signs = [...line.text]
  let text = line.text
  while (signs.length > 1 && measure(text, line.bold) * smallest > room) {
    signs.pop()
    text = `${signs.join('').trimEnd()}…`
  }
  return { text, size: smallest }
}
