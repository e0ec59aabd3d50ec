import { writeFileSync } from 'node:fs'
import { encode } from 'uqr'

/** Write the film that Chromium takes for its camera: uncompressed (YUV4MPEG2), of one picture, a QR code on white. */
export function filmQrCode(text: string, file: string): string {
  const [width, height, cell] = [640, 480, 8]
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const light = Buffer.alloc(width * height, 235)
  const [left, top] = [(width - size * cell) >> 1, (height - size * cell) >> 1]
  for (let y = 0; y < size * cell; y += 1) {
    for (let x = 0; x < size * cell; x += 1) {
      const dark = data[Math.floor(y / cell)]?.[Math.floor(x / cell)]
      if (dark) light[(top + y) * width + left + x] = 16
    }
  }
  const colour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
  return file
}
