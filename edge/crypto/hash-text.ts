import { hash } from 'node:crypto'

/*
 * Texts are hashed some times at each write. Given a text, the runtime makes a buffer of its bytes, and another of that one, which
 * takes longer than the hash of a short text: here the bytes of each text are written into one buffer.
 */

const scratch = Buffer.alloc(65_536)
const encoder = new TextEncoder()
/** Most bytes of a UTF-16 unit in UTF-8. */
const widest = 3

/** Return the bytes of a text in UTF-8. They hold until the next call; null for a text that is too long for that. */
export function shortBytes(text: string): Buffer | null {
  if (text.length * widest > scratch.length) return null
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/** Hash a text in UTF-8 (SHA-256, hexadecimal). */
export function hashText(text: string): string {
  return hash('sha256', shortBytes(text) ?? text, 'hex')
}
