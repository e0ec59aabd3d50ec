import { Zlib } from 'fflate'
import { joinBytes } from '../../domain/join-bytes.ts'
import { computeCrc32 } from '../files/crc32.ts'
import { eachRow, finishAtOnce, type Sliced, slicePixels } from '../slices.ts'

/** Write a PNG of 8-bit colour: `rgb` holds three bytes for each pixel, row by row. */
export function writePng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  return finishAtOnce(writePngSliced(width, height, rgb))
}

/** Write a PNG in slices. */
export function* writePngSliced(
  width: number,
  height: number,
  rgb: Uint8Array,
): Sliced<Uint8Array> {
  const stride = width * 3
  // Use the filter Sub: the difference to the pixel at the left packs well where neighbours are alike.
  const rows = new Uint8Array((stride + 1) * height)
  yield* eachRow(width, height, (row) => {
    const to = row * (stride + 1)
    const from = row * stride
    rows[to] = 1
    for (let at = 0; at < stride; at += 1) {
      const left = at < 3 ? 0 : (rgb[from + at - 3] ?? 0)
      rows[to + 1 + at] = (rgb[from + at] ?? 0) - left
    }
  })
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 2, 0, 0, 0], 8)
  return joinBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', yield* pack(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Pack slice by slice: a byte costs about as much as a pixel elsewhere. */
function* pack(rows: Uint8Array): Sliced<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zlib = new Zlib({ level: 6 }, (piece) => pieces.push(piece))
  for (let at = 0; at < rows.length; at += slicePixels) {
    zlib.push(rows.subarray(at, at + slicePixels), at + slicePixels >= rows.length)
    yield
  }
  return joinBytes(pieces)
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = type.charCodeAt(at)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, computeCrc32(bytes.subarray(4, content.length + 8)))
  return bytes
}
