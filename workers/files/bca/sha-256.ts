import { sha256 } from '@noble/hashes/sha2.js'

/** The same in a page, in Node and at the edge, and without waiting. */
export function sha256Hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of sha256(bytes)) text += byte.toString(16).padStart(2, '0')
  return text
}
