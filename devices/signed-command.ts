import { createPublicKey, verify } from 'node:crypto'
import { commandText } from '../domain/live/signed-command.ts'
import type { Trust } from './lan/trust.ts'

/**
 * Return whether a text has this signature (64 bytes, base64url) by the Ed25519 key of the company.
 * @param text writes the text; one that canonical JSON cannot say is not signed.
 */
export function isSignedText(key: string, text: () => string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64) return false
  try {
    const given = { kty: 'OKP', crv: 'Ed25519', x: key }
    const publicKey = createPublicKey({ key: given, format: 'jwk' })
    return verify(null, Buffer.from(text()), publicKey, bytes)
  } catch {
    // Refuse a key that is no point of the curve, and a value that canonical JSON cannot say.
    return false
  }
}

/**
 * Return whether the service of the device's company has signed this message for this device. Without a key of the
 * company, before the first hello, nothing is.
 * @param message as it was read from JSON, before it is looked at any further.
 */
export function isFromService(
  trust: Pick<Trust, 'company' | 'key'> | null,
  device: string,
  message: unknown,
  signature: string,
): boolean {
  if (!trust) return false
  return isSignedText(trust.key, () => commandText(trust.company, device, message), signature)
}
