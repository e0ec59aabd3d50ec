import type { ProcessStep } from '../../../../domain/entities/process-recipe.ts'
import {
  type Bar,
  type Bracket,
  layOutProgramme,
  pictureRoom,
  topOf,
} from '../../../../domain/rules/programme-layout.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { ShapeText } from '../type/shape-text.ts'
import type { Picture } from './pictures.ts'
import { ink, type } from './sheet.ts'

interface ProgrammeOrder {
  title: string
  alt: string
  steps: readonly ProcessStep[]
  shape: ShapeText
  /** Write a temperature, and a duration in seconds. */
  celsius: (value: number) => string
  hold: (seconds: number) => string
}

/** Most points of a unit of the layout: of a short programme the letters do not grow. */
const mostScale = 0.72
const degrees = [20, 40, 60, 80, 100]

/** Draws in the units of the layout: points of the page are `scale` of them. */
interface Pen {
  page: PdfPage
  x: (left: number) => number
  y: (top: number) => number
  scale: number
  write: (text: string, left: number, top: number, colour?: string) => void
}

/** Draw a thermal programme as the editor does: bars as high as their temperature, loops as brackets below them. */
export function programmePicture(order: ProgrammeOrder): Picture {
  const { title, alt, steps, shape } = order
  const layout = layOutProgramme(steps)
  const scaleOf = (width: number) => Math.min(mostScale, width / layout.width)
  return {
    title,
    alt,
    heightFor: (width) => layout.height * scaleOf(width),
    draw: (page, left, top, width) => {
      const scale = scaleOf(width)
      const size = Math.min(type.small, 11 * scale)
      const pen: Pen = {
        page,
        x: (at) => left + at * scale,
        y: (at) => top + at * scale,
        scale,
        write: (text, middle, base, colour = ink.text) => {
          const shaped = shape(text)
          const half = (shaped.width * size) / 2000
          page.text(shaped, left + middle * scale - half, top + base * scale, size, colour)
        },
      }
      drawScale(pen, layout.width, layout.floor, order)
      for (const [at, bar] of layout.bars.entries()) {
        drawBar(pen, bar, layout.bars[at - 1], layout.floor, order)
      }
      for (const bracket of layout.brackets) drawBracket(pen, bracket, layout.floor)
    },
  }
}

function drawScale(pen: Pen, width: number, floor: number, { celsius }: ProgrammeOrder): void {
  const { page, x, y } = pen
  const from = pictureRoom.left - 6
  for (const one of degrees) {
    page.line(x(from), y(topOf(one)), x(width), y(topOf(one)), { colour: ink.line, width: 0.3 })
    pen.write(celsius(one), 18, topOf(one) + 4, ink.quiet)
  }
  page.line(x(from), y(floor), x(width), y(floor), { colour: ink.quiet })
  pen.write('°C', 18, 12, ink.quiet)
}

function drawBar(
  pen: Pen,
  bar: Bar,
  before: Bar | undefined,
  floor: number,
  { celsius, hold }: ProgrammeOrder,
): void {
  const { page, x, y, scale } = pen
  const { left, top, width, kind, seconds, change, measure } = bar
  const middle = left + width / 2
  if (before) {
    const ramp = { colour: ink.accent, width: 0.6, dash: [1.5, 1.5] }
    page.line(x(before.left + before.width), y(before.top), x(left), y(top), ramp)
  }
  page.box(x(left), y(top), width * scale, (floor - top) * scale, ink.soft)
  page.line(x(left), y(top), x(left + width), y(top), { colour: ink.accent, width: 1.4 })
  if (kind !== 'lidOpen') pen.write(celsius(bar.celsius), middle, top - 8)
  if (kind === 'temperature') pen.write(hold(seconds), middle, floor + 16, ink.quiet)
  else drawSign(pen, kind, middle, (top + floor) / 2)
  if (change !== 0) {
    const by = `${change > 0 ? '+' : '−'}${celsius(Math.abs(change))}°`
    pen.write(by, middle, top + 22, ink.accent)
  }
  if (measure === 'real time') {
    page.circle(x(left + width - 11), y(floor - 12), 5.5 * scale, ink.accent)
  }
  if (measure === 'meltcurve') drawDiamond(pen, left + width - 11, floor - 12)
}

/** Mark a pause, which waits for a person, or an open lid, which waits for their hands. */
function drawSign({ page, x, y }: Pen, kind: 'pause' | 'lidOpen', at: number, top: number): void {
  const style = { colour: ink.text, width: 1.2 }
  const lines: readonly (readonly [number, number, number, number])[] =
    kind === 'pause'
      ? [
          [-5, -8, -5, 8],
          [5, -8, 5, 8],
        ]
      : [
          [-11, 8, 11, 8],
          [-11, 2, 9, -9],
        ]
  for (const [x1, y1, x2, y2] of lines) {
    page.line(x(at + x1), y(top + y1), x(at + x2), y(top + y2), style)
  }
}

function drawDiamond({ page, x, y }: Pen, at: number, top: number): void {
  const points = [
    [0, -7],
    [7, 0],
    [0, 7],
    [-7, 0],
  ] as const
  page.shape(
    points.map(([dx, dy]) => [x(at + dx), y(top + dy)] as const),
    ink.accent,
  )
}

function drawBracket(pen: Pen, { left, right, level, repeat }: Bracket, floor: number): void {
  const { page, x, y, scale } = pen
  const top = floor + pictureRoom.seconds + level * pictureRoom.bracket
  const middle = (left + right) / 2
  page.path(
    [
      [x(left), y(top)],
      [x(left), y(top + 12)],
      [x(right), y(top + 12)],
      [x(right), y(top)],
    ],
    { colour: ink.text, width: 0.8 },
  )
  const tip = [
    [x(left - 4), y(top + 6)],
    [x(left), y(top)],
    [x(left + 4), y(top + 6)],
  ] as const
  page.shape(tip, ink.text)
  page.box(x(middle - 24), y(top + 2), 48 * scale, 20 * scale, '#ffffff', {
    colour: ink.quiet,
    width: 0.5,
  })
  pen.write(`× ${repeat ?? ''}`, middle, top + 16)
}
