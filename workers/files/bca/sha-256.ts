import { sha256 } from '@noble/hashes/sha2.js'
import type { Sliced } from '../../slices.ts'

/** Hash bytes synchronously, with the same code in a page, in Node and at the edge. */
export function sha256Hex(bytes: Uint8Array): string {
  return hex(sha256(bytes))
}

/** Hash many bytes, with a pause after each piece. */
export function* sha256InSlices(pieces: Iterable<Uint8Array>): Sliced<string> {
  const hash = sha256.create()
  for (const piece of pieces) {
    hash.update(piece)
    yield
  }
  return hex(hash.digest())
}

function hex(digest: Uint8Array): string {
  let text = ''
  for (const byte of digest) text += byte.toString(16).padStart(2, '0')
  return text
}
