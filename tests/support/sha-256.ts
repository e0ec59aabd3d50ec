/**
 * SHA-256 (FIPS 180-4) in plain integers: bare engines have no crypto, and the digest must be taken
 * beside the calculation.
 */
const primes = firstPrimes(64)
const roundConstants = Uint32Array.from(primes, (prime) => rootFraction(prime, 3n))
const startState = Uint32Array.from(primes.slice(0, 8), (prime) => rootFraction(prime, 2n))

function firstPrimes(count: number): bigint[] {
  const found: bigint[] = []
  for (let n = 2n; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0n)) found.push(n)
  }
  return found
}

/** Return the first 32 bits of the fraction of a whole number's square or cube root. */
function rootFraction(value: bigint, degree: bigint): number {
  const goal = value << (32n * degree)
  let root = 0n
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) {
    if ((root + bit) ** degree <= goal) root += bit
  }
  return Number(root & 0xffff_ffffn)
}

const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by))

const schedule = new Int32Array(64)

function mixBlock(state: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = block.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [schedule[i - 15]!, schedule[i - 2]!]
    const small = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const large = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    schedule[i] = schedule[i - 16]! + small + schedule[i - 7]! + large
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] as Eight
  for (let i = 0; i < 64; i++) {
    const turned = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + turned + ((e & f) ^ (~e & g)) + roundConstants[i]! + schedule[i]!) | 0
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value
}

type Eight = [number, number, number, number, number, number, number, number]

/** Return SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = Int32Array.from(startState)
  for (let at = 0; at < padded.length; at += 64) mixBlock(state, view, at)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
