import { crc32, deflateSync } from 'node:zlib'

/** A picture of 8-bit grey, row by row. */
interface GreyPicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Signature of a PNG file (PNG specification, third edition, section 5.2). */
const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Write a PNG file (PNG specification, third edition, section 11): each row with the filter Sub, which packs neighbours that are alike. */
export function writePng({ width, height, pixels }: GreyPicture): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = 1
    for (let x = 0; x < width; x += 1) {
      const left = x === 0 ? 0 : (pixels[y * width + x - 1] ?? 0)
      rows[y * (width + 1) + 1 + x] = ((pixels[y * width + x] ?? 0) - left) & 255
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Write eight bits for a point, grey; compression, filter and interlace are the only or plainest methods.
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Write a chunk: length, type, content, and the check sum of type and content. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
