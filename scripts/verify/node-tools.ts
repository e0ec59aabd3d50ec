import { createHash, createPublicKey, verify } from 'node:crypto'
import type { TrailTools } from '../../domain/trail/tools.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Node's own SHA-256, UTF-8 and Ed25519. */
export const nodeTools: TrailTools = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
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
      const x = Buffer.from(key).toString('base64url')
      const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
      return verify(null, message, known, signature)
    } catch {
      // 32 bytes that are no point of the curve
      return false
    }
  },
}
