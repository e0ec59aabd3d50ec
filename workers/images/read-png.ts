import { Unzlib } from 'fflate'
import { type GreyImage, greyOf, RowShrinker } from './grey-image.ts'
import { type Sliced, slicePixels } from '../slices.ts'
import { checkSize, damaged, refuseImage } from './refuse-image.ts'

/** Deflate packs a thousand to one at best: what comes out of a piece is a slice or two. */
const packedPiece = 512

/** Bytes of a pixel by colour type at 8 bits (PNG, W3C, table 11.1); palettes are not read. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

interface Header {
  width: number
  height: number
  channels: number
  /** Bytes of a channel: of 16 bits only the upper 8 count. */
  depth: number
}

/**
 * Read a PNG of 8 or 16 bits, grey or colour, with or without alpha (which is left out), not interlaced. Rows are
 * unpacked, unfiltered and averaged as they come, so that memory does not grow with the picture. Checksums are not
 * verified: a wrong bit makes a wrong picture, never a wrong size.
 * @throws Fault `image_damaged`, `image_too_large`, `image_kind`.
 */
export function* readPng(bytes: Uint8Array): Sliced<GreyImage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readHeader(view)
  const rows = new RowReader(header)
  const inflate = new Unzlib((piece) => rows.take(piece))
  try {
    for (const part of dataParts(view, bytes)) {
      if (rows.isFull) break
      // Unpack in pieces, so that what comes out of one stays small, however well it was packed.
      for (let at = 0; at < part.length && !rows.isFull; at += packedPiece) {
        inflate.push(part.subarray(at, at + packedPiece))
        if (rows.isSlice()) yield
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw damaged()
    throw error
  }
  const image = rows.finish()
  if (!image) throw damaged()
  return image
}

function readHeader(view: DataView): Header {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) {
    throw damaged()
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  checkSize(width, height)
  const [bits, colour, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)]
  const channels = channelsOf[colour]
  if (!channels || (bits !== 8 && bits !== 16) || interlaced !== 0) {
    throw refuseImage('image_kind', 'Send an image of 8 or 16 bits, no palette, not interlaced')
  }
  return { width, height, channels, depth: bits / 8 }
}

/** Return the contents of the IDAT chunks. */
function* dataParts(view: DataView, bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at)
    const type = view.getUint32(at + 4)
    if (type === 0x49444154) yield bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length))
    if (type === 0x49454e44) return
    at += 12 + size
  }
}

/** Puts rows together from pieces of the unpacked data, undoes their filters and hands them on. */
class RowReader {
  readonly #header: Header
  readonly #shrinker: RowShrinker
  readonly #stride: number
  #row: Uint8Array
  #previous: Uint8Array
  /** Bytes of the row that have come; the first says which filter it has. */
  #filled = 0
  #rows = 0
  #sinceStop = 0

  constructor(header: Header) {
    this.#header = header
    this.#stride = header.width * header.channels * header.depth
    this.#row = new Uint8Array(this.#stride + 1)
    this.#previous = new Uint8Array(this.#stride + 1)
    this.#shrinker = new RowShrinker(header.width, header.height)
  }

  get isFull(): boolean {
    return this.#rows >= this.#header.height
  }

  /** Return true once in each slice of pixels. */
  isSlice(): boolean {
    if (this.#sinceStop < slicePixels) return false
    this.#sinceStop = 0
    return true
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && !this.isFull;) {
      const part = piece.subarray(at, at + this.#row.length - this.#filled)
      this.#row.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#row.length) this.#endRow()
    }
  }

  finish(): GreyImage | null {
    return this.#shrinker.finish()
  }

  #endRow(): void {
    const { channels, depth } = this.#header
    unfilter(this.#row, this.#previous, channels * depth)
    const row = this.#row
    const step = channels * depth
    this.#shrinker.addRow(
      channels < 3
        ? (column) => row[1 + column * step] ?? 0
        : (column) => {
            const at = 1 + column * step
            return greyOf(row[at] ?? 0, row[at + depth] ?? 0, row[at + 2 * depth] ?? 0)
          },
    )
    this.#row = this.#previous
    this.#previous = row
    this.#filled = 0
    this.#rows += 1
    this.#sinceStop += this.#header.width
  }
}

/** Undo the filters None, Sub, Up, Average and Paeth (PNG §9); `step` bytes make a pixel. */
function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  const filter = row[0] ?? 0
  if (filter > 4) throw damaged()
  if (filter === 0) return
  for (let at = 1; at < row.length; at += 1) {
    const left = at > step ? (row[at - step] ?? 0) : 0
    const up = above[at] ?? 0
    const corner = at > step ? (above[at - step] ?? 0) : 0
    row[at] = (row[at] ?? 0) + predict(filter, left, up, corner)
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
