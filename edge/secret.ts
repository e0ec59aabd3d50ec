import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url: session ids and device keys. Only their hash is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Compares two texts in constant time by their hashes. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
