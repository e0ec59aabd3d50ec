import { crc32, deflateSync } from 'node:zlib'
import type { WavelengthName } from '../domain/catalog/wavelengths.ts'
import type { Bench } from './bench.ts'
import { type PlateFaults, takePicture, viewOf } from './camera.ts'
import type { Outcome } from './outcome.ts'
import { readSetting } from './store.ts'

/** For demonstrations and tests: what is wrong with the plate, as JSON of `PlateFaults`. */
export const plateFault = 'fault.plate'

/** Take a picture of the plate in one channel; refused during a run, whose light it would disturb, and with an open lid. */
export function answerPicture(bench: Bench, channel: WavelengthName): Outcome {
  const { facts, store, clock } = bench
  if (bench.run?.outcome === null) return { refused: 'busy' }
  if (bench.lidOpen) return { refused: 'lid_open' }
  if (!facts.wavelengths.includes(channel)) return { refused: 'channel_missing' }
  const faults = JSON.parse(readSetting(store, plateFault) ?? '{}') as PlateFaults
  const taken = takePicture(viewOf(facts, channel, String(clock.now()), faults))
  return { data: { of: 'picture', channel, image: toPng(taken).toString('base64') } }
}

/** Write a PNG of 8-bit grey (W3C PNG specification, section 11): each row with the filter Sub. */
function toPng({
  width,
  height,
  pixels,
}: Pick<ReturnType<typeof takePicture>, 'width' | 'height' | 'pixels'>) {
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
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
