import { crc32, deflateSync } from 'node:zlib'

/** Signature of a PNG file (PNG specification, third edition, section 5.2). */
const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/**
 * Draw a grey picture as a PNG file.
 * @param light light of a point from 0 to 1.
 */
export function drawPicture(
  width: number,
  height: number,
  light: (x: number, y: number) => number,
): Uint8Array<ArrayBuffer> {
  // One byte for the filter of each line (0: none), then one for each point.
  const lines = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      lines[y * (width + 1) + 1 + x] = Math.round(255 * Math.min(1, Math.max(0, light(x, y))))
    }
  }
  const head = new DataView(new ArrayBuffer(13))
  head.setUint32(0, width)
  head.setUint32(4, height)
  // Eight bits for a point, grey; compression, filter and interlace are the only or plainest methods.
  head.setUint8(8, 8)
  return Uint8Array.from(
    Buffer.concat([
      signature,
      chunk('IHDR', new Uint8Array(head.buffer)),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', new Uint8Array()),
    ]),
  )
}

/** Write a chunk: length, type, data, and the check sum of type and data. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
