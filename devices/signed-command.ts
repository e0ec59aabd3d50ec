import { createPublicKey, verify } from 'node:crypto'
import { commandText } from '../domain/live/signed-command.ts'
import type { Trust } from './lan/trust.ts'

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
  const bytes = Buffer.from(signature, 'base64url')
  if (!trust || bytes.length !== 64) return false
  try {
    const given = { kty: 'OKP', crv: 'Ed25519', x: trust.key }
    const key = createPublicKey({ key: given, format: 'jwk' })
    return verify(null, Buffer.from(commandText(trust.company, device, message)), key, bytes)
  } catch {
    // A key that is no point of the curve, or a message that canonical JSON cannot say.
    return false
  }
}
