import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url: session ids and device keys. Only their hash is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Fewest characters of a secret of the deployment: all keys that are derived from a shorter one could be guessed. */
export const shortestSecret = 32

/**
 * Return a secret of the deployment that keys are derived from.
 * @throws RangeError for one that is missing, empty or short, which the runtime would take as it is.
 */
export function strongSecret<Name extends 'LIVE_SECRET' | 'CHECKPOINT_SECRET'>(
  env: Readonly<Record<Name, string | undefined>>,
  name: Name,
): string {
  const secret = env[name]
  if (isStrong(secret)) return secret
  throw new RangeError(`${name} is shorter than ${shortestSecret} characters`)
}

/** Return true for a secret that is set and not too short. */
export function isStrong(secret: string | undefined): secret is string {
  return secret !== undefined && secret.length >= shortestSecret
}

/** Read the secrets of `SEALING_SECRET`, the newest first. @throws RangeError for one that is missing or short. */
export function listSecrets(secrets: string | undefined): [string, ...string[]] {
  const [first, ...others] = (secrets ?? '').split(',').map((one) => one.trim())
  if (!first || ![first, ...others].every(isStrong)) {
    throw new RangeError(`SEALING_SECRET is shorter than ${shortestSecret} characters`)
  }
  return [first, ...others]
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Compare two texts in constant time by their hashes. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
