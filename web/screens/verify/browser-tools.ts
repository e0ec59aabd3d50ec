import { sha256 } from '@noble/hashes/sha2.js'
import type { TrailTools } from '../../../domain/trail/tools.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** SHA-256 that answers at once, and the browser's own Ed25519. */
export const browserTools: TrailTools = {
  sha256: (bytes) => sha256(bytes),
  encode: (text) => encoder.encode(text),
  decode: (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return null
    }
  },
  verify: async (key, message, signature) => {
    try {
      const known = await crypto.subtle.importKey('raw', key.slice(), 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', known, signature.slice(), message.slice())
    } catch {
      // No point of the curve, or a browser without Ed25519: what cannot be checked does not hold.
      return false
    }
  },
}
