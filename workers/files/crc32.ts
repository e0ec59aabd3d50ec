const table = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  table[byte] = value
}

/** Compute the CRC-32 of zip archives (ISO 3309, polynomial 0xedb88320), unsigned. */
export function computeCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  // Count by an index, which is much faster here than an iterator.
  for (let i = 0; i < bytes.length; i++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
