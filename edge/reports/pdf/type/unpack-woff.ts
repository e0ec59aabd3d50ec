import { unzlibSync } from 'fflate'

const woff = 0x774f4646
const headerBytes = 44
const entryBytes = 20
const mostBytes = 8 * 2 ** 20

/**
 * Unpack a WOFF font (W3C "WOFF File Format 1.0"): otherwise a reader of glyphs inflates its outlines again for each of
 * them.
 * @throws Error for anything else, such as the page that a server answers with where there is no such file.
 */
export function unpackWoff(bytes: Uint8Array): Uint8Array {
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < headerBytes || from.getUint32(0) !== woff) throw new Error('No WOFF file')
  const tables = from.getUint16(12)
  const size = from.getUint32(16)
  if (size > mostBytes) throw new Error('The font is too large')
  const out = new Uint8Array(size)
  const to = new DataView(out.buffer)
  writeHeader(to, from.getUint32(4), tables)
  let at = 12 + 16 * tables
  for (let table = 0; table < tables; table += 1) {
    const entry = headerBytes + entryBytes * table
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
      from.getUint32(entry + field),
    ) as [number, number, number, number, number]
    const part = bytes.subarray(offset, offset + packed)
    out.set(packed < length ? unzlibSync(part, { out: new Uint8Array(length) }) : part, at)
    const record = 12 + 16 * table
    for (const [place, value] of [tag, checksum, at, length].entries()) {
      to.setUint32(record + 4 * place, value)
    }
    at += Math.ceil(length / 4) * 4
  }
  return out
}

function writeHeader(to: DataView, flavour: number, tables: number): void {
  const power = Math.floor(Math.log2(tables))
  to.setUint32(0, flavour)
  to.setUint16(4, tables)
  to.setUint16(6, 16 * 2 ** power)
  to.setUint16(8, power)
  to.setUint16(10, 16 * (tables - 2 ** power))
}
