import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

// DER head of a PKCS #8 Ed25519 private key (RFC 8410 section 7); the 32-byte seed follows it.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derive the private key of a 32-byte seed: the same seed always gives the same key. */
export function privateKeyObject(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([pkcs8Head, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Return the 32 raw bytes of the public key. */
export function rawPublicKey(secret: KeyObject): Uint8Array {
  const { x } = createPublicKey(secret).export({ format: 'jwk' })
  return new Uint8Array(Buffer.from(x ?? '', 'base64url'))
}

/** @throws when the bytes are no point of the curve. */
export function publicKeyObject(raw: Uint8Array): KeyObject {
  const x = Buffer.from(raw).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
