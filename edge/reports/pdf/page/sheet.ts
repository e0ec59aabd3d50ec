import type { PdfPage } from '../file/pdf-page.ts'
import type { ShapedText, ShapeText } from '../type/shape-text.ts'

export type Align = 'start' | 'middle' | 'end'

export const papers = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const

export const ink = {
  text: '#1b2426',
  quiet: '#566266',
  line: '#c4cccd',
  soft: '#eef2f2',
  accent: '#0b5d66',
  warn: '#9a3412',
} as const

/** Sizes of type in points. */
export const type = { title: 17, heading: 11.5, body: 8.4, small: 7.4, tiny: 5.8 } as const
export const leading = 1.38

/**
 * The page as text runs on it: places are counted from the side where lines begin, which is the right one for Arabic.
 * Pictures are placed by it and are themselves never turned.
 */
export class Sheet {
  readonly shape: ShapeText
  readonly width: number
  readonly height: number
  readonly isRightToLeft: boolean
  readonly margin = 40
  readonly top = 58
  readonly bottom = 52

  constructor(shape: ShapeText, paper: { width: number; height: number }, isRightToLeft: boolean) {
    this.shape = shape
    this.width = paper.width - 2 * this.margin
    this.height = paper.height
    this.isRightToLeft = isRightToLeft
  }

  /** Return the left edge of something that begins so far from where lines begin. */
  left(start: number, width: number): number {
    return this.isRightToLeft ? this.margin + this.width - start - width : this.margin + start
  }

  /** Write a line of text in a column. */
  write(
    page: PdfPage,
    shaped: ShapedText,
    place: {
      start: number
      width: number
      y: number
      size: number
      align?: Align
      colour?: string
    },
  ): void {
    const { start, width, y, size, align = 'start', colour = ink.text } = place
    const left = this.left(start, width)
    const own = (shaped.width * size) / 1000
    const isLeft = align === 'middle' ? null : (align === 'start') !== this.isRightToLeft
    const x = isLeft === null ? left + (width - own) / 2 : isLeft ? left : left + width - own
    page.text(shaped, x, y + size * 1.02, size, colour)
  }
}
