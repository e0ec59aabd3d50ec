import { sign, verify } from 'node:crypto'
import { privateKeyObject, publicKeyObject, rawPublicKey } from '../crypto/ed25519.ts'

/*
 * NATS public keys: base32(prefix byte, 32 key bytes, CRC-16/XMODEM little endian), no padding.
 * The signatures are Ed25519 by the runtime: a verify takes 0.1 ms here, where the pure JavaScript
 * of the NATS key library takes tens of milliseconds of a Worker's time.
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const prefixes = { account: 0, user: 20 << 3, operator: 14 << 3 } as const

/** Whom a key identifies: an account (`A...`) is a company here, a user (`U...`) one connection, the operator (`O...`) the region. */
export type KeyKind = keyof typeof prefixes

/** A signing pair: `publicKey` in NATS spelling, `sign` gives the 64-byte Ed25519 signature. */
export interface KeyPair {
  publicKey: string
  sign(data: Uint8Array): Uint8Array
}

function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc
}

function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

function decodeBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const char of text) {
    const value = alphabet.indexOf(char)
    if (value < 0) return undefined
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

/** Spell 32 raw key bytes as a NATS public key of the kind. */
function encodePublicKey(kind: KeyKind, raw: Uint8Array): string {
  const bytes = new Uint8Array(35)
  bytes[0] = prefixes[kind]
  bytes.set(raw, 1)
  new DataView(bytes.buffer).setUint16(33, checksum(bytes.subarray(0, 33)), true)
  return encodeBase32(bytes)
}

/** Read a NATS public key; `undefined` when it is of another kind, damaged or no key at all. */
export function decodePublicKey(kind: KeyKind, text: string): Uint8Array | undefined {
  if (text.length !== 56) return undefined
  const bytes = decodeBase32(text)
  if (bytes?.length !== 35 || bytes[0] !== prefixes[kind]) return undefined
  const expected = new DataView(bytes.buffer).getUint16(33, true)
  return checksum(bytes.subarray(0, 33)) === expected ? bytes.slice(1, 33) : undefined
}

/** Derive the key pair of a 32-byte seed: the same seed always gives the same pair. */
export function keyPairOf(kind: KeyKind, seed: Uint8Array): KeyPair {
  const secret = privateKeyObject(seed)
  return {
    publicKey: encodePublicKey(kind, rawPublicKey(secret)),
    sign: (data) => new Uint8Array(sign(null, data, secret)),
  }
}

/** Check that `signature` over `data` is by the holder of `publicKey`; never throws. */
export function isSignedBy(
  kind: KeyKind,
  publicKey: string,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const raw = decodePublicKey(kind, publicKey)
  if (!raw || signature.length !== 64) return false
  try {
    return verify(null, data, publicKeyObject(raw), signature)
  } catch {
    // Refuse 32 bytes that are no point of the curve.
    return false
  }
}
