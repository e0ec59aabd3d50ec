import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * scrypt with N=2^13, r=8, ten times one after another: as much work as p=10, an OWASP equivalent of 2^17/8/1, in
 * 8 MiB. The runtime has one thread, and would do nothing else while one long derivation goes on; of ten short ones
 * each leaves room for other requests. It runs in the stateless Worker, never in a company's store.
 */
const cost = { N: 2 ** 13, r: 8, p: 1 }
const turns = 10
const keyLength = 32
const maxmem = 64 * 1024 * 1024

/** At least so long from one turn to the next, of whichever sign-in: a turn takes some 10 ms, the rest is for others. */
const turnMs = 20

let lastTurn = 0

/**
 * Waits until no other derivation has just had a turn. Whoever finds one asks again a little later: there is no queue
 * that a request which is cut off could leave standing.
 */
async function takeTurn(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const now = Date.now()
    const early = lastTurn + turnMs - now
    if (early <= 0) {
      lastTurn = now
      return
    }
    // Of several who wake together one goes on; the others must not wake together again.
    await sleep(early + (tries === 0 ? 0 : Math.random() * turnMs))
  }
}

function derive(password: string, salt: Uint8Array, options: typeof cost): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...options, maxmem }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/** Each turn's salt is the last one's key and the salt itself, so that none can be left out or done beside another. */
async function deriveInTurns(password: string, salt: Uint8Array): Promise<Uint8Array> {
  let key: Uint8Array = new Uint8Array()
  for (let turn = 0; turn < turns; turn++) {
    await takeTurn()
    key = await derive(password, Buffer.concat([key, salt]), cost)
  }
  return key
}

/** Hash with its parameters and salt: `scrypt-turns$N$r$turns$salt$key`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = Buffer.from(await deriveInTurns(password, salt))
  return [
    'scrypt-turns',
    cost.N,
    cost.r,
    turns,
    salt.toString('base64'),
    key.toString('base64'),
  ].join('$')
}

/** Verifies in constant time; a hash that cannot be read verifies nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = hash.split('$')
  if (!salt || !key) return false
  const bytes = Buffer.from(salt, 'base64')
  const derived = await deriveAs(
    scheme,
    { N: Number(n), r: Number(r), p: Number(p) },
    password,
    bytes,
  )
  return derived !== null && timingSafeEqual(derived, Buffer.from(key, 'base64'))
}

/** `scrypt` is how hashes were made before: all of the work in one. */
async function deriveAs(
  scheme: string | undefined,
  options: typeof cost,
  password: string,
  salt: Uint8Array,
): Promise<Uint8Array | null> {
  if (scheme === 'scrypt') return derive(password, salt, options)
  const isOurs = options.N === cost.N && options.r === cost.r && options.p === turns
  return scheme === 'scrypt-turns' && isOurs ? deriveInTurns(password, salt) : null
}

/** Spent on a login that does not exist, so that the answer takes as long as for one that does. */
export async function wastePasswordTime(password: string): Promise<void> {
  await deriveInTurns(password, new Uint8Array(16))
}
