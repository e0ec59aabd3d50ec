/**
 * Logarithms, exponentials and powers to over 240 bits, in integers alone, against which the tests
 * measure the engine's own elementary functions.
 */
const bits = 256n
const one = 1n << bits

/** A number as digits * 2^exponent. */
export interface Exact {
  digits: bigint
  exponent: number
}

/** Return the value of a finite double, without any rounding. */
export function exactOf(x: number): Exact {
  const word = new BigUint64Array(Float64Array.of(x).buffer)[0]!
  const biased = Number((word >> 52n) & 2047n)
  const fraction = word & ((1n << 52n) - 1n)
  const size = biased === 0 ? fraction : fraction | (1n << 52n)
  return { digits: x < 0 ? -size : size, exponent: Math.max(biased, 1) - 1075 }
}

const shift = (value: bigint, places: number) =>
  places >= 0 ? value << BigInt(places) : value >> BigInt(-places)

/** Return a value in units of 2^-256. */
const fixed = (x: Exact) => shift(x.digits, x.exponent + Number(bits))

const times = (a: bigint, b: bigint) => (a * b) >> bits

/** Return ln(1 + f) of f in units of 2^-256, |f| < 1/2, from the series of 2 artanh(f / (2 + f)). */
function logNearOne(f: bigint): bigint {
  const u = (f << bits) / (2n * one + f)
  const squared = times(u, u)
  let term = u
  let sum = 0n
  for (let n = 1n; term !== 0n && term !== -1n; n += 2n) {
    sum += term / n
    term = times(term, squared)
  }
  return 2n * sum
}

/** ln(2) = 2 ln(4/3) + ln(9/8), in units of 2^-256. */
const ln2 = 2n * logNearOne(one / 3n) + logNearOne(one / 8n)

function fixedLog(x: number): bigint {
  const { digits, exponent } = exactOf(x)
  const length = digits.toString(2).length
  const mantissa = shift(digits, Number(bits) - length)
  const [m, k] =
    mantissa * 10n < 7n * one
      ? [2n * mantissa, exponent + length - 1]
      : [mantissa, exponent + length]
  return logNearOne(m - one) + BigInt(k) * ln2
}

function expOfFixed(x: bigint): Exact {
  const k = (2n * x + ln2) / (2n * ln2) - (2n * x + ln2 < 0n ? 1n : 0n)
  const r = x - k * ln2
  let term = one
  let sum = 0n
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term
    term = times(term, r) / n
  }
  return { digits: sum, exponent: Number(k - bits) }
}

export const exactExp = (x: number): Exact => expOfFixed(fixed(exactOf(x)))

export const exactLog = (x: number): Exact => ({ digits: fixedLog(x), exponent: -Number(bits) })

/** Return the logarithm to a whole base. */
export const exactLogTo = (base: number, x: number): Exact => ({
  digits: (fixedLog(x) << bits) / fixedLog(base),
  exponent: -Number(bits),
})

export function exactPower(base: number, exponent: number): Exact {
  const by = exactOf(exponent)
  return expOfFixed(shift(fixedLog(base) * by.digits, by.exponent))
}

/** Return the distance of a double from the exact value, in units of the double's last place. */
export function ulpsBetween(value: number, exact: Exact): number {
  const own = exactOf(value)
  const spare = 40
  const difference =
    shift(exact.digits, exact.exponent - own.exponent + spare) - (own.digits << 40n)
  return Math.abs(Number(difference)) / 2 ** spare
}
