import type { ShapedText } from '../type/shape-text.ts'
import type { FontObjects } from './font-objects.ts'
import { length } from './pdf-file.ts'
import type { Element } from './structure.ts'

export interface LineStyle {
  colour?: string
  width?: number
  dash?: readonly number[]
}

/** Drawing of one page. Lengths in points, from the upper left corner. */
export class PdfPage {
  /** Elements of the marked content, in order. */
  readonly marks: Element[] = []
  readonly number: number
  readonly #height: number
  readonly #fonts: FontObjects
  readonly #steps: string[] = []

  constructor(number: number, height: number, fonts: FontObjects) {
    this.number = number
    this.#height = height
    this.#fonts = fonts
  }

  /** Draw as a part of the report's structure; what is drawn without is decoration. */
  mark(part: Element | null, draw: () => void): void {
    if (part === null) this.#steps.push('/Artifact BMC')
    else {
      const mark = this.marks.push(part) - 1
      part.kids.push({ page: this.number, mark })
      this.#steps.push(`/${part.kind} <</MCID ${mark}>> BDC`)
    }
    draw()
    this.#steps.push('EMC')
  }

  /** Write a line of text whose base line is at y. */
  text(shaped: ShapedText, x: number, y: number, size: number, colour = '#000000'): void {
    if (shaped.glyphs.length === 0) return
    const steps = [`BT ${paint(colour)} rg`]
    let font = ''
    let codes = ''
    let pen = x
    let next = Number.NaN
    const flush = () => {
      if (codes !== '') steps.push(`<${codes}> Tj`)
      codes = ''
    }
    for (const glyph of shaped.glyphs) {
      const used = this.#fonts.code(glyph)
      const isAside = glyph.dx !== 0 || glyph.dy !== 0
      if (used.font !== font) {
        flush()
        font = used.font
        steps.push(
          `/${font} ${length(size)} Tf`,
          boldness(shaped.bold && glyph.font.isOneWeight, colour, size),
        )
        next = Number.NaN
      }
      if (isAside || !(Math.abs(next - pen) <= 0.005)) {
        flush()
        const place = [pen + (glyph.dx * size) / 1000, this.#up(y) + (glyph.dy * size) / 1000]
        steps.push(`1 0 0 1 ${place.map(length).join(' ')} Tm`)
      }
      codes += used.code
      pen += (glyph.advance * size) / 1000
      next = isAside ? Number.NaN : pen + ((used.width - glyph.advance) * size) / 1000
    }
    flush()
    this.#steps.push(steps.filter(Boolean).join('\n'), 'ET')
  }

  /** Write the same, turned about its middle by an angle in degrees. */
  turned(
    shaped: ShapedText,
    x: number,
    y: number,
    size: number,
    angle: number,
    colour: string,
  ): void {
    const turn = (angle * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)].map((one) => one.toFixed(4))
    this.#steps.push('q', `${cos} ${sin} -${sin} ${cos} ${length(x)} ${length(this.#up(y))} cm`)
    const half = (shaped.width * size) / 2000
    this.text(shaped, -half, this.#height + size / 3, size, colour)
    this.#steps.push('Q')
  }

  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle = {}): void {
    this.path(
      [
        [x1, y1],
        [x2, y2],
      ],
      style,
    )
  }

  /** Draw lines from point to point. */
  path(points: readonly (readonly [number, number])[], style: LineStyle = {}): void {
    if (points.length < 2) return
    this.#steps.push(`${stroke(style)} ${this.#trace(points)} S`)
  }

  /** Draw a closed shape, filled, or with `line` drawn around only. */
  shape(
    points: readonly (readonly [number, number])[],
    fill: string | null,
    line?: LineStyle,
  ): void {
    this.#close(this.#trace(points), fill, line)
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    fill: string | null,
    line?: LineStyle,
  ): void {
    const rest = [x, this.#up(y + height), width, height].map(length).join(' ')
    this.#close(`${rest} re`, fill, line)
  }

  /** Fill boxes as one shape, so that no hairline is left between neighbours. */
  boxes(
    list: readonly { x: number; y: number; width: number; height: number }[],
    fill: string,
  ): void {
    const parts = list.map(({ x, y, width, height }) =>
      [...[x, this.#up(y + height), width, height].map(length), 're'].join(' '),
    )
    this.#steps.push(`${paint(fill)} rg ${parts.join('\n')} f`)
  }

  circle(x: number, y: number, radius: number, fill: string | null, line?: LineStyle): void {
    const [cy, k] = [this.#up(y), radius * 0.5523]
    const curve = (...at: number[]) => `${at.map(length).join(' ')} c`
    this.#close(
      [
        `${length(x + radius)} ${length(cy)} m`,
        curve(x + radius, cy + k, x + k, cy + radius, x, cy + radius),
        curve(x - k, cy + radius, x - radius, cy + k, x - radius, cy),
        curve(x - radius, cy - k, x - k, cy - radius, x, cy - radius),
        curve(x + k, cy - radius, x + radius, cy - k, x + radius, cy),
      ].join(' '),
      fill,
      line,
    )
  }

  /** Clip a drawing to a box. */
  clip(x: number, y: number, width: number, height: number, draw: () => void): void {
    const box = [x, this.#up(y + height), width, height].map(length).join(' ')
    this.#steps.push(`q ${box} re W n`)
    draw()
    this.#steps.push('Q')
  }

  content(): string {
    return this.#steps.join('\n')
  }

  #close(path: string, fill: string | null, line?: LineStyle): void {
    const parts = [fill === null ? '' : `${paint(fill)} rg`, line ? stroke(line) : '', path]
    const paintStep = fill === null ? 's' : line ? 'b' : 'f'
    this.#steps.push([...parts, paintStep].filter(Boolean).join(' '))
  }

  #trace(points: readonly (readonly [number, number])[]): string {
    return points
      .map(([x, y], at) => `${length(x)} ${length(this.#up(y))} ${at === 0 ? 'm' : 'l'}`)
      .join(' ')
  }

  #up(y: number): number {
    return this.#height - y
  }
}

function stroke({ colour = '#000000', width = 0.5, dash = [] }: LineStyle): string {
  return `${paint(colour)} RG ${length(width)} w [${dash.map(length).join(' ')}] 0 d`
}

function boldness(isBold: boolean, colour: string, size: number): string {
  return isBold ? `2 Tr ${paint(colour)} RG ${length(size / 30)} w` : '0 Tr'
}

/** `#rrggbb` as shares of red, green and blue. */
function paint(colour: string): string {
  return [1, 3, 5]
    .map((at) => String(Math.round(parseInt(colour.slice(at, at + 2), 16) / 2.55) / 100))
    .join(' ')
}
