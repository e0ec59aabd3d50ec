import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * scrypt with N=2^14, r=8, p=5: an OWASP equivalent of 2^17/8/1 in 16 MiB, so that several sign-ins at once
 * fit an isolate. It runs in the stateless Worker, never in a company's store, which has one thread for all.
 */
const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

function derive(password: string, salt: Uint8Array, options: typeof cost): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/** Hash with its parameters and salt: `scrypt$N$r$p$salt$key`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return [
    'scrypt',
    cost.N,
    cost.r,
    cost.p,
    salt.toString('base64'),
    Buffer.from(key).toString('base64'),
  ].join('$')
}

/** Verifies in constant time; a hash that cannot be read verifies nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem }
  const derived = await derive(password, Buffer.from(salt, 'base64'), options)
  return timingSafeEqual(derived, Buffer.from(key, 'base64'))
}

/** Spent on a login that does not exist, so that the answer takes as long as for one that does. */
export async function wastePasswordTime(password: string): Promise<void> {
  await derive(password, new Uint8Array(16), cost)
}
