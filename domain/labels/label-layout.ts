import { type LabelSize, labelSizes } from '../entities/lot-labels.ts'
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

/** A label as every printer draws it: text, and the square that its symbol fills. Lengths in millimetres. */
export interface LabelLayout {
  width: number
  height: number
  symbol: { x: number; y: number; side: number }
  texts: readonly LabelText[]
}

/** Width of a text at a size of 1. */
export type MeasureText = (text: string, bold: boolean) => number

/** A line before it has its place. */
interface Line {
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

/** Lay out a label: the symbol at the left, lines of text beside it, made smaller until they fit. */
export function layoutLabel(facts: LabelFacts, size: LabelSize, measure: MeasureText): LabelLayout {
  const { width, height } = labelSizes[size]
  const side = height - 2 * margin
  const left = margin + side + gap
  const room = width - left - margin
  const lines = listLines(facts, size)
  const unit = side / lines.reduce((sum, line) => sum + line.height, 0)
  let top = margin
  const texts = lines.map((line) => {
    const place = fitLine(line, line.height * unit * filled, room, measure)
    const text = { ...place, bold: line.bold, x: left, y: top + line.height * unit * filled }
    top += line.height * unit
    return text
  })
  return { width, height, symbol: { x: margin, y: margin, side }, texts }
}

function listLines(facts: LabelFacts, size: LabelSize): Line[] {
  const { kit, lot, box, boxes, expiry, storage } = facts
  const elements = size === '51x25' ? null : labelElements(facts)
  const lines: (Line | null)[] = [
    { text: kit.name, bold: true, height: 1.2, mayCut: true },
    { text: `REF ${kit.ref}`, bold: false, height: 1 },
    { text: `LOT ${lot}`, bold: true, height: 1.2 },
    { text: `EXP ${expiry}`, bold: true, height: 1.2 },
    box === null ? null : { text: `SN ${box} / ${boxes}`, bold: false, height: 1 },
    storage ? { text: storage, bold: false, height: 1, mayCut: true } : null,
    elements && { text: writeBracketed(elements), bold: false, height: 0.8 },
  ]
  return lines.filter((line) => line !== null)
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
