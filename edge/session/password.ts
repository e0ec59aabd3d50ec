import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { joinLine, leaveLine, type Place } from './hash-line.ts'
import { scryptCost } from './password-cost.ts'
import { sameForm } from './password-rule.ts'
import { fitsMemory } from './romix.ts'
import { type ScryptCost, type ScryptInput, scryptInSlices, wipeAfter } from './scrypt-slices.ts'

const keyLength = 32
const maxmem = 64 * 1024 * 1024

/**
 * Hash a password with scrypt (RFC 7914), after Unicode normalisation NFKC.
 * @param person at a session who sets it.
 * @returns `scrypt$N$r$p$salt$key`, salt (16 bytes) and key (32 bytes) in base64.
 */
export async function hashPassword(password: string, person?: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive({ password, salt, cost: scryptCost }, joinLine(person))
  const { N, r, p } = scryptCost
  return ['scrypt', N, r, p, salt.toString('base64'), Buffer.from(key).toString('base64')].join('$')
}

/**
 * Compare a password with a hash in constant time. A hash that cannot be read matches nothing.
 * @param place of a request that waits in the line already.
 */
export async function verifyPassword(
  password: string,
  hash: string,
  place: Place = joinLine(),
): Promise<boolean> {
  try {
    const read = readHash(hash)
    if (!read) return false
    const { scheme, salt, cost, key } = read
    const work = { password, salt, cost }
    const derived = await (scheme === 'scrypt' ? derive(work, place) : deriveInTurns(work, place))
    return timingSafeEqual(derived, key)
  } finally {
    leaveLine(place)
  }
}

/** Return true for a hash that is not made as `hashPassword` makes one now. */
export function isOutdated(hash: string): boolean {
  const { N, r, p } = scryptCost
  return !hash.startsWith(`scrypt$${N}$${r}$${p}$`)
}

/** Spend the time of a verification on a login that does not exist, so that both answers take as long. */
export async function wastePasswordTime(password: string, place?: Place): Promise<void> {
  await derive({ password, salt: new Uint8Array(16), cost: scryptCost }, place ?? joinLine())
}

interface Work {
  password: string
  salt: Uint8Array
  cost: ScryptCost
}

function readHash(hash: string) {
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (!salt || !key) return null
  const read = {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
  if (read.key.length !== keyLength) return null
  if (scheme === 'scrypt') return { ...read, scheme: 'scrypt' as const }
  const isReadable = scheme === 'scrypt-turns' && fitsMemory(read.cost)
  return isReadable ? { ...read, scheme: 'scrypt-turns' as const } : null
}

/**
 * Derive the key of a password. It runs in the stateless Worker, never in a company's store: in slices, so that it holds
 * up no other request, or in one piece for an older hash that needs more memory than the slices share.
 */
async function derive({ password, salt, cost }: Work, place: Place): Promise<Uint8Array> {
  const input = { password: sameForm(password), salt, length: keyLength }
  if (!fitsMemory(cost)) return deriveAtOnce(input, cost)
  try {
    const key = await scryptInSlices(place, input, cost)
    wipeAfter(place)
    return key
  } finally {
    leaveLine(place)
  }
}

function deriveAtOnce({ password, salt, length }: ScryptInput, cost: ScryptCost) {
  return new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password, salt, length, { ...cost, maxmem }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/**
 * Derive the key of a `scrypt-turns` hash, as made before 24 November 2026: p times scrypt with p = 1, each salted with
 * the key before it and the salt. Sign-in replaces such hashes.
 */
async function deriveInTurns({ password, salt, cost }: Work, place: Place): Promise<Uint8Array> {
  const input = { password: sameForm(password), length: keyLength }
  let key: Uint8Array = new Uint8Array()
  for (let turn = 0; turn < cost.p; turn++) {
    const salted = Buffer.concat([key, salt])
    key = await scryptInSlices(place, { ...input, salt: salted }, { ...cost, p: 1 })
  }
  wipeAfter(place)
  return key
}
