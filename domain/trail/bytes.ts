/** Bytes as text and back, in the one spelling that is accepted: what could be written two ways could be bent unseen. */

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) text += pairs[bytes[at] as number]
  return text
}

/** Read hexadecimal digits; null for anything but pairs of lower-case digits. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = [digitAt(text, 2 * at), digitAt(text, 2 * at + 1)]
    if (high < 0 || low < 0) return null
    bytes[at] = (high << 4) | low
  }
  return bytes
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 102 ? code - 87 : -1
}

/** Write bytes in base64 (RFC 4648 §4), padded. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const given = Math.min(3, bytes.length - at)
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let digit = 0; digit < 4; digit++) {
      text += digit <= given ? alphabet.charAt((word >> (18 - 6 * digit)) & 63) : '='
    }
  }
  return text
}

/** Read base64; null for anything that `toBase64` would not have written, so also for stray bits in the last digit. */
export function fromBase64(text: string): Uint8Array | null {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const char of text.replace(/={1,2}$/, '')) {
    const value = alphabet.indexOf(char)
    if (value < 0) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  const read = Uint8Array.from(bytes)
  return toBase64(read) === text ? read : null
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
