import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 random bits in base 32 (RFC 4226 §4). */
export function makeCodeSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Return the content of the QR code for an authenticator app. */
export function codeUri(secret: string, product: string, who: string): string {
  return new TOTP({
    ...shape,
    issuer: product,
    label: who,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** Find the time step of a code: the present one, the one before or the one after; null when it is of none. */
export function findStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / shape.period) + delta
}

const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Make ten codes of 16 signs, some 78 bits each, without letters that look like digits. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => Array.from({ length: 4 }, () => makeGroup()).join('-'))
}

function makeGroup(): string {
  let group = ''
  while (group.length < 4) {
    const [byte = 255] = randomBytes(1)
    // Draw again for bytes beyond a whole number of alphabets, which would favour its first letters.
    if (byte < alphabet.length * 8) group += alphabet[byte % alphabet.length]
  }
  return group
}

/** Read a recovery code, however it was typed, in the form in which it was made; null when it is none. */
export function readRecoveryCode(typed: string): string | null {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!/^[A-Z2-9]{16}$/.test(signs)) return null
  return signs.match(/.{4}/g)?.join('-') ?? null
}
