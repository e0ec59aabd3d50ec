import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { listSecrets, sha256Hex } from '../crypto/secret.ts'

/**
 * Sealed texts: AES-256-GCM under a key derived from the deployment's `SEALING_SECRET`, one key for each
 * purpose. `bound` ties a text to its place (a user's id): copied elsewhere it cannot be opened.
 *
 * To change the secret, configure `new,old`: the first seals, any opens; texts name the secret they were
 * sealed with.
 */
export interface Place {
  purpose:
    | 'two-step'
    | 'two-step-offer'
    | 'samba'
    | 'backup'
    | 'closing'
    | 'reading-session'
    | 'identity-provider'
    | 'identity-state'
    | 'webhook'
  bound: string
}

const shape = /^s1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/

export function seal(secrets: string, place: Place, text: string): string {
  const [secret] = listSecrets(secrets)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, place.purpose), nonce)
  cipher.setAAD(Buffer.from(place.bound))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const tag = cipher.getAuthTag()
  return [
    's1',
    nameOf(secret),
    ...[nonce, tag, body].map((part) => part.toString('base64url')),
  ].join('.')
}

/**
 * Open a sealed text; null when it was sealed elsewhere, for another purpose, with a forgotten secret, or was changed.
 */
export function unseal(secrets: string, place: Place, sealed: string): string | null {
  const [, name, nonce, tag, body] = shape.exec(sealed) ?? []
  const secret = listSecrets(secrets).find((one) => nameOf(one) === name)
  if (!secret || !nonce || !tag || body === undefined) return null
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      deriveKey(secret, place.purpose),
      Buffer.from(nonce, 'base64url'),
    )
    decipher.setAAD(Buffer.from(place.bound))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    const text = Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()])
    return text.toString('utf8')
  } catch {
    return null
  }
}

/** Say which secret was used, and nothing about it. */
function nameOf(secret: string): string {
  return sha256Hex(`name of ${secret}`).slice(0, 8)
}

function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'bapp-seal', purpose, 32))
}
