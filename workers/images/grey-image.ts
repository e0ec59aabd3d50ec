/** A picture in grey, 8 bits a pixel, row by row: as it is analysed, at most `workingSide` pixels wide and high. */
export interface GreyImage {
  width: number
  height: number
  pixels: Uint8Array
  /** Size of the picture as it was sent. */
  original: { width: number; height: number }
}

/**
 * Longest side that is analysed. A larger picture is averaged down while it is read, so that it is never in memory
 * whole.
 */
const workingSide = 1600

/** Largest picture that is read at all. */
export const pixelLimit = 40_000_000

/** Longest side of a picture: a single row is in memory whole. */
export const sideLimit = 20_000

/** Return the luminance of a colour (ITU-R BT.601), 0 to 255. */
export function greyOf(red: number, green: number, blue: number): number {
  return (red * 299 + green * 587 + blue * 114) / 1000
}

/** Takes rows of a picture one by one and averages blocks of pixels, so that the result fits `workingSide`. */
export class RowShrinker {
  readonly #factor: number
  readonly #image: GreyImage
  readonly #sums: Float64Array
  #row = 0

  constructor(width: number, height: number, side = workingSide) {
    this.#factor = Math.max(1, Math.ceil(Math.max(width, height) / side))
    const small = {
      width: Math.floor(width / this.#factor),
      height: Math.floor(height / this.#factor),
    }
    this.#image = {
      ...small,
      pixels: new Uint8Array(small.width * small.height),
      original: { width, height },
    }
    this.#sums = new Float64Array(small.width)
  }

  /** `grey` gives the value of a pixel of this row. What is left over at the right and at the bottom is dropped. */
  addRow(grey: (column: number) => number): void {
    const { width, height, pixels } = this.#image
    const target = Math.floor(this.#row / this.#factor)
    if (target < height) {
      for (let column = 0, at = 0; column < width; column += 1) {
        let sum = 0
        for (let step = 0; step < this.#factor; step += 1, at += 1) sum += grey(at)
        this.#sums[column] = (this.#sums[column] ?? 0) + sum
      }
      if (this.#row % this.#factor === this.#factor - 1) {
        const area = this.#factor * this.#factor
        for (let column = 0; column < width; column += 1) {
          pixels[target * width + column] = Math.round((this.#sums[column] ?? 0) / area)
        }
        this.#sums.fill(0)
      }
    }
    this.#row += 1
  }

  /** Return the picture; null while rows are missing. */
  finish(): GreyImage | null {
    return this.#row >= this.#image.original.height ? this.#image : null
  }
}
