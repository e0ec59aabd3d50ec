import { exp } from './exp.ts'
import { log } from './log.ts'
import { logGamma } from './log-gamma.ts'

const enough = 1.1102230246251565e-16
const mostTerms = 20_000

/** Lower and upper regularised incomplete gamma function; they add up to 1, the smaller is exact. */
export interface GammaParts {
  lower: number
  upper: number
}

/**
 * Return P(a, x) and Q(a, x) for a > 0 and x >= 0, the smaller of the two to 13 digits: the power series below a + 1
 * (NIST Digital Library of Mathematical Functions 8.7.1), the continued fraction above (8.9.2) by the modified method
 * of Lentz.
 */
export function incompleteGamma(a: number, x: number): GammaParts {
  if (!(a > 0 && x >= 0)) return { lower: Number.NaN, upper: Number.NaN }
  if (x === 0) return { lower: 0, upper: 1 }
  if (x === Infinity) return { lower: 1, upper: 0 }
  const front = exp(a * log(x) - x - logGamma(a))
  if (x < a + 1) {
    const lower = front * gammaSeries(a, x)
    return { lower, upper: 1 - lower }
  }
  const upper = front * gammaFraction(a, x)
  return { lower: 1 - upper, upper }
}

function gammaSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < mostTerms && term > sum * enough; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

function gammaFraction(a: number, x: number): number {
  let odd = x + 1 - a
  let upper = 1e300
  let lower = 1 / odd
  let value = lower
  for (let n = 1; n < mostTerms; n++) {
    const top = n * (a - n)
    odd += 2
    lower = 1 / (odd + top * lower)
    upper = odd + top / upper
    value *= upper * lower
    if (Math.abs(upper * lower - 1) < 2 * enough) break
  }
  return value
}
