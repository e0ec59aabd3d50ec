import type { PdfPage } from '../file/pdf-page.ts'
import { fitLine } from '../type/break-lines.ts'
import type { ShapeText } from '../type/shape-text.ts'
import type { Picture } from './pictures.ts'
import { ink, type } from './sheet.ts'

/** A bar that is divided: counts of each kind, in the order of the kinds. */
interface ShareBar {
  name: string
  counts: readonly number[]
}

interface ShareOrder {
  title: string
  alt: string
  /** Names of what is counted; the last one is drawn white. */
  kinds: readonly string[]
  bars: readonly ShareBar[]
  shape: ShapeText
  number: (value: number) => string
}

const barRoom = 17
const legendRoom = 16
const nameRoom = 0.24
/** Fills from dark to light, which differ in black and white too. */
const fills = ['#0b5d66', '#7fb2b7', '#d7e6e7', '#ffffff'] as const
const inks = ['#ffffff', ink.text, ink.text, ink.text] as const

/** Draw a row for each group, divided by the counts of each kind, which are written into their parts. */
export function sharePicture(order: ShareOrder): Picture {
  const { title, alt, bars } = order
  return {
    title,
    alt,
    heightFor: () => bars.length * barRoom + legendRoom,
    draw: (page, x, y, width) => {
      for (const [at, bar] of bars.entries()) drawBar(order, page, bar, x, y + at * barRoom, width)
      drawLegend(order, page, x, y + bars.length * barRoom + 9, width)
    },
  }
}

function drawBar(
  { shape, number }: ShareOrder,
  page: PdfPage,
  { name, counts }: ShareBar,
  x: number,
  y: number,
  width: number,
): void {
  const size = type.tiny + 0.6
  const label = width * nameRoom
  page.text(fitLine(name, shape, size, label - 4), x, y + 9, size, ink.text)
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = x + label
  for (const [kind, count] of counts.entries()) {
    if (count === 0) continue
    const part = ((width - label) * count) / total
    page.box(left, y + 1, part, 12, fills[kind] ?? null, { colour: ink.quiet, width: 0.4 })
    const shaped = shape(number(count))
    const wide = (shaped.width * size) / 1000
    if (wide < part - 2)
      page.text(shaped, left + (part - wide) / 2, y + 9.3, size, inks[kind] ?? ink.text)
    left += part
  }
}

function drawLegend(
  { kinds, shape }: ShareOrder,
  page: PdfPage,
  x: number,
  y: number,
  width: number,
) {
  const size = type.tiny + 0.4
  const step = (width * (1 - nameRoom)) / kinds.length
  for (const [at, kind] of kinds.entries()) {
    const left = x + width * nameRoom + at * step
    page.box(left, y - 5, 6, 6, fills[at] ?? null, { colour: ink.quiet, width: 0.4 })
    page.text(fitLine(kind, shape, size, step - 12), left + 9, y, size, ink.quiet)
  }
}
