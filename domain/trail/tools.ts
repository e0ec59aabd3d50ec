/** SHA-256. */
export type Hash = (bytes: Uint8Array) => Uint8Array

/**
 * Functions of the runtime that the checks use; the checks are the same code at the edge, in Node and in the browser.
 */
export interface TrailTools {
  sha256: Hash
  /** Text as UTF-8. */
  encode: (text: string) => Uint8Array
  /** UTF-8 as text; null when it is not, and a byte order mark stays a character. */
  decode: (bytes: Uint8Array) => string | null
  /** Ed25519: whether `signature` over `message` is by the holder of the raw 32-byte key. */
  verify: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>
}
