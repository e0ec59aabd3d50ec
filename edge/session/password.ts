import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { joinLine, leaveLine, type Place } from './hash-line.ts'
import { scryptCost, scryptTurns } from './password-cost.ts'
import { scryptInSlices, wipeAfter } from './scrypt-slices.ts'

const keyLength = 32
const maxmem = 64 * 1024 * 1024

function derive(
  password: string,
  salt: Uint8Array,
  options: typeof scryptCost,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...options, maxmem }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/**
 * Each turn's salt is the last one's key and the salt itself, so that none can be left out or done beside another. It is
 * done in slices, for one after another, so that it neither holds up other requests nor takes more memory the more sign
 * in. It runs in the stateless Worker, never in a company's store.
 */
async function deriveInTurns(
  password: string,
  salt: Uint8Array,
  place: Place = joinLine(),
): Promise<Uint8Array> {
  const given = { password: password.normalize('NFKC'), length: keyLength }
  try {
    let key: Uint8Array = new Uint8Array()
    for (let turn = 0; turn < scryptTurns; turn++) {
      const salted = Buffer.concat([key, salt])
      key.fill(0)
      key = await scryptInSlices(place, { ...given, salt: salted }, scryptCost)
      salted.fill(0)
    }
    wipeAfter(place)
    return key
  } finally {
    leaveLine(place)
  }
}

/**
 * Hash with its parameters and salt: `scrypt-turns$N$r$turns$salt$key`, the last two in base64.
 * @param person at a session who sets it.
 */
export async function hashPassword(password: string, person?: string): Promise<string> {
  const salt = randomBytes(16)
  const key = Buffer.from(await deriveInTurns(password, salt, joinLine(person)))
  return [
    'scrypt-turns',
    scryptCost.N,
    scryptCost.r,
    scryptTurns,
    salt.toString('base64'),
    key.toString('base64'),
  ].join('$')
}

/** Verifies in constant time; a hash that cannot be read verifies nothing. Who stands in the line already says where. */
export async function verifyPassword(
  password: string,
  hash: string,
  place?: Place,
): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = hash.split('$')
  if (!salt || !key) return false
  const bytes = Buffer.from(salt, 'base64')
  const derived = await deriveAs(
    scheme,
    { N: Number(n), r: Number(r), p: Number(p) },
    password,
    bytes,
    place,
  )
  return derived !== null && timingSafeEqual(derived, Buffer.from(key, 'base64'))
}

/** `scrypt` is how hashes were made before: all of the work in one. */
async function deriveAs(
  scheme: string | undefined,
  options: typeof scryptCost,
  password: string,
  salt: Uint8Array,
  place: Place | undefined,
): Promise<Uint8Array | null> {
  if (scheme === 'scrypt') return derive(password, salt, options)
  const isOurs =
    options.N === scryptCost.N && options.r === scryptCost.r && options.p === scryptTurns
  return scheme === 'scrypt-turns' && isOurs ? deriveInTurns(password, salt, place) : null
}

/** Spent on a login that does not exist, so that the answer takes as long as for one that does. */
export async function wastePasswordTime(password: string, place?: Place): Promise<void> {
  await deriveInTurns(password, new Uint8Array(16), place)
}
