import { hash, verify } from 'node:crypto'
import type { TrailTools } from '../../domain/trail/tools.ts'
import { publicKeyObject } from '../crypto/ed25519.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The runtime's own SHA-256, UTF-8 and Ed25519: of workerd at the edge, of Node in the scripts. */
export const trailTools: TrailTools = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
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
      return verify(null, message, publicKeyObject(key), signature)
    } catch {
      // Refuse 32 bytes that are no point of the curve.
      return false
    }
  },
}
