import { Unzlib } from 'fflate'
import { Fault } from '../../domain/fault.ts'
import { joinBytes } from '../../domain/join-bytes.ts'
import { inflateWhole } from './open-archive.ts'
import type { FileLimits } from './limits.ts'
import { refuseFile } from './refuse-file.ts'

/** Length of the fixed header, and of the checksum and size at the end. */
const [headLength, tailLength] = [10, 8]
/** Packed bytes given to the inflater at a time. */
const step = 16 * 1024

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
}

/**
 * Unpack a file that was packed alone (RFC 1952), under the limits of a member of an archive. Throws
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
  // Skip a name and a comment, each up to its zero byte.
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) throw refuseFile('zip_truncated')
    at = end + 1
  }
  return flags & 2 ? at + 2 : at
}

/**
 * Unpack a zlib stream (RFC 1950) inside a file, which does not say how large it becomes. Throws `zip_damaged` and
 * `zip_too_large`, as soon as more comes out than a member may have.
 */
export function openZlib(bytes: Uint8Array, limits: FileLimits): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const limit = limits.memberBytes
  const inflater = new Unzlib((chunk) => {
    size += chunk.length
    if (size > limit) throw refuseFile('zip_too_large', {}, { limit })
    // Count it three times: for a moment it is in memory in pieces, in one piece and as text.
    limits.memory.check(3 * size)
    chunks.push(chunk)
  })
  try {
    for (let at = 0; at < bytes.length || at === 0; at += step) {
      inflater.push(bytes.slice(at, at + step), at + step >= bytes.length)
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    throw refuseFile('zip_damaged')
  }
  return joinBytes(chunks)
}
