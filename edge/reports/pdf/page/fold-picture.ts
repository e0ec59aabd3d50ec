import type { PdfPage } from '../file/pdf-page.ts'
import { fitLine } from '../type/break-lines.ts'
import type { ShapeText } from '../type/shape-text.ts'
import type { Picture } from './pictures.ts'
import { ink, type } from './sheet.ts'

/** A bar of a figure: mean of a group with its interval, and the single values; NaN where there is none. */
export interface FoldBar {
  name: string
  fold: number
  low: number
  high: number
  points: readonly number[]
}

export interface FoldOrder {
  title: string
  alt: string
  yTitle: string
  bars: readonly FoldBar[]
  shape: ShapeText
  number: (value: number) => string
}

interface Frame {
  left: number
  top: number
  width: number
  height: number
  /** Binary logarithms at the lower and the upper end. */
  least: number
  most: number
}

const room = { left: 36, right: 4, top: 4, bottom: 14 }

/** Draw folds as bars from 1 on a log2 scale, where a half and a double are equally far, with whiskers and points. */
export function foldPicture(order: FoldOrder): Picture {
  return {
    title: order.title,
    alt: order.alt,
    heightFor,
    draw: (page, x, y, width) => {
      const frame: Frame = {
        left: x + room.left,
        top: y + room.top,
        width: width - room.left - room.right,
        height: heightFor(width) - room.top - room.bottom,
        ...rangeOf(order.bars),
      }
      drawAxis(order, page, frame)
      const step = frame.width / Math.max(1, order.bars.length)
      for (const [at, bar] of order.bars.entries()) {
        drawBar(order, page, frame, bar, frame.left + (at + 0.5) * step, step)
      }
    },
  }
}

function heightFor(width: number): number {
  return Math.min(220, Math.max(120, width * 0.62))
}

function rangeOf(bars: readonly FoldBar[]): Pick<Frame, 'least' | 'most'> {
  const logs = bars
    .flatMap(({ fold, low, high, points }) => [fold, low, high, ...points])
    .filter((value) => value > 0 && Number.isFinite(value))
    .map(Math.log2)
  const least = Math.floor(Math.min(0, ...logs))
  const most = Math.ceil(Math.max(0, ...logs))
  return { least: least === most ? -1 : least, most: least === most ? 1 : most }
}

function drawAxis({ shape, number, yTitle }: FoldOrder, page: PdfPage, frame: Frame): void {
  const { left, width, top, height, least, most } = frame
  const size = type.tiny
  const step = Math.max(1, Math.ceil((most - least) / 7))
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
    const y = up(frame, tick)
    const shaped = shape(number(2 ** tick))
    page.line(left, y, left + width, y, { colour: ink.line, width: 0.3 })
    page.text(shaped, left - (shaped.width * size) / 1000 - 3, y + 2, size, ink.quiet)
  }
  page.line(left, up(frame, 0), left + width, up(frame, 0), { colour: ink.quiet, width: 0.6 })
  page.line(left, top, left, top + height, { colour: ink.quiet })
  page.turned(shape(yTitle), left - room.left + 5, top + height / 2, size, 90, ink.quiet)
}

function drawBar(
  { shape }: FoldOrder,
  page: PdfPage,
  frame: Frame,
  { name, fold, low, high, points }: FoldBar,
  middle: number,
  step: number,
): void {
  const half = Math.min(18, step * 0.32)
  if (fold > 0) {
    const [one, end] = [up(frame, 0), up(frame, Math.log2(fold))]
    const height = Math.abs(end - one)
    const line = { colour: ink.accent, width: 0.6 }
    page.box(middle - half, Math.min(one, end), 2 * half, Math.max(height, 0.3), ink.soft, line)
  }
  for (const [at, value] of points.entries()) {
    if (!(value > 0)) continue
    // Draw points of one height beside each other.
    const aside = points.length < 2 ? 0 : (at / (points.length - 1) - 0.5) * half
    page.circle(middle + aside, up(frame, Math.log2(value)), 1.5, ink.accent)
  }
  if (low > 0 && Number.isFinite(high)) {
    const [top, bottom] = [up(frame, Math.log2(high)), up(frame, Math.log2(low))]
    const style = { colour: ink.text, width: 0.8 }
    page.line(middle, top, middle, bottom, style)
    for (const y of [top, bottom]) page.line(middle - half / 2, y, middle + half / 2, y, style)
  }
  const size = type.tiny + 0.4
  const shaped = fitLine(name, shape, size, step - 2)
  const below = frame.top + frame.height + 8.5
  page.text(shaped, middle - (shaped.width * size) / 2000, below, size, ink.text)
}

function up({ top, height, least, most }: Frame, log: number): number {
  const bounded = Math.min(most, Math.max(least, log))
  return top + height - ((bounded - least) / (most - least)) * height
}
