import { inflateWhole } from './open-archive.ts'
import type { FileLimits } from './limits.ts'
import { refuseFile } from './refuse-file.ts'

/** Length of the fixed header, and of the checksum and size at the end. */
const [headLength, tailLength] = [10, 8]

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
}

/**
 * Unpacks a file that was packed alone (RFC 1952), under the limits of a member of an archive. Throws
 * `zip_truncated`, `zip_damaged`, `zip_too_large` and `zip_ratio`.
 */
export function openGzip(bytes: Uint8Array, limits: FileLimits): Uint8Array<ArrayBuffer> {
  const from = findData(bytes)
  const to = bytes.length - tailLength
  if (from > to) throw refuseFile('zip_truncated')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(to + 4, true)
  const whole = { name: '', size, packed: to - from, crc: view.getUint32(to, true) }
  return inflateWhole(bytes.subarray(from, to), whole, limits)
}

/** Start of the packed data, behind the optional fields that the flags tell. */
function findData(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0
  let at = headLength
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  // A name and a comment, each up to its zero byte.
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) throw refuseFile('zip_truncated')
    at = end + 1
  }
  return flags & 2 ? at + 2 : at
}
