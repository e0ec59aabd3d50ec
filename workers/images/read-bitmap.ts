import { type GreyImage, greyOf, RowShrinker } from './grey-image.ts'
import { eachRow, type Sliced } from '../slices.ts'
import { checkSize, damaged, refuseImage } from './refuse-image.ts'

/** Read an uncompressed BMP of 8 (palette), 24 or 32 bits. @throws Fault */
export function* readBmp(bytes: Uint8Array): Sliced<GreyImage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 54) throw damaged()
  const [offset, header] = [view.getUint32(10, true), view.getUint32(14, true)]
  const [width, signed] = [view.getInt32(18, true), view.getInt32(22, true)]
  // Take a negative height for a first row that is the top one.
  const height = Math.abs(signed)
  checkSize(width, height)
  const [bits, packed] = [view.getUint16(28, true), view.getUint32(30, true)]
  if (packed !== 0 || ![8, 24, 32].includes(bits)) {
    throw refuseImage('image_kind', 'Send a bitmap of 8, 24 or 32 bits that is not compressed')
  }
  const stride = Math.ceil((width * bits) / 32) * 4
  if (offset + stride * height > bytes.length) throw damaged()
  const palette = bits === 8 ? greysOfPalette(bytes, 14 + header, view.getUint32(46, true)) : null
  const shrinker = new RowShrinker(width, height)
  const step = bits / 8
  yield* eachRow(width, height, (row) => {
    const start = offset + stride * (signed > 0 ? height - 1 - row : row)
    shrinker.addRow((column) => {
      const at = start + column * step
      if (palette) return palette[bytes[at] ?? 0] ?? 0
      return greyOf(bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0)
    })
  })
  return shrinker.finish() ?? refuseShort()
}

function greysOfPalette(bytes: Uint8Array, start: number, count: number): number[] {
  return Array.from({ length: Math.min(256, count || 256) }, (_, entry) => {
    const at = start + entry * 4
    return greyOf(bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0)
  })
}

/** Read a binary PGM (`P5`) of 8 or 16 bits. @throws Fault */
export function* readPgm(bytes: Uint8Array): Sliced<GreyImage> {
  const { numbers, start } = readPgmHeader(bytes)
  const [width = 0, height = 0, highest = 0] = numbers
  checkSize(width, height)
  if (highest < 1 || highest > 65_535) throw damaged()
  const size = highest > 255 ? 2 : 1
  if (start + width * height * size > bytes.length) throw damaged()
  const shrinker = new RowShrinker(width, height)
  yield* eachRow(width, height, (row) => {
    shrinker.addRow((column) => {
      const at = start + (row * width + column) * size
      const value = size === 1 ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
      return Math.min(255, (value * 255) / highest)
    })
  })
  return shrinker.finish() ?? refuseShort()
}

/** Read three numbers after `P5`, with blanks and comments between, and one blank after them. */
function readPgmHeader(bytes: Uint8Array): { numbers: number[]; start: number } {
  const numbers: number[] = []
  let at = 2
  while (numbers.length < 3) {
    at = skipBlanks(bytes, at)
    const start = at
    while (isDigit(bytes[at])) at += 1
    if (at === start || at - start > 9) throw damaged()
    numbers.push(Number(String.fromCharCode(...bytes.subarray(start, at))))
  }
  return { numbers, start: at + 1 }
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    if (bytes[at] === 0x23) while (at < bytes.length && bytes[at] !== 0x0a) at += 1
    else if (isBlank(bytes[at])) at += 1
    else return at
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)
}

function refuseShort(): never {
  throw damaged()
}
