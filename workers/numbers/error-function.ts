import { exp } from './exp.ts'

const perRootPi = 0.5641895835477563
const enough = 1.1102230246251565e-16
/** Adding and taking away 1.5 * 2^31 rounds to a multiple of 2^-21, whose square is exact. */
const cutter = 3221225472

/** Return the complementary error function, 1 - erf(x), with its own digits in the tail. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x)
  return x < 1 ? 1 - erfNearZero(x) : erfcTail(x)
}

/** Return the error function. */
export function erf(x: number): number {
  if (Math.abs(x) < 1) return erfNearZero(x)
  return x > 0 ? 1 - erfcTail(x) : erfc(-x) - 1
}

/** Return exp(-x^2) without the loss that the rounded square would bring for a large x. */
function bell(x: number): number {
  const cut = x + cutter - cutter
  return exp(-cut * cut) * exp(-(x - cut) * (x + cut))
}

/** Sum of (2 x^2)^n / (1 * 3 * ... * (2n + 1)), all of one sign (NIST DLMF 7.6.2). */
function erfNearZero(x: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; term > sum * enough; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return 2 * x * perRootPi * bell(x) * sum
}

/** Evaluate the continued fraction of NIST DLMF 7.9.1 from its far end; shorter the further out. */
function erfcTail(x: number): number {
  if (!(x < 28)) return x >= 28 ? 0 : Number.NaN
  const terms = Math.ceil(20 + 130 / (x * x))
  let below = x
  for (let n = terms; n >= 1; n--) below = x + n / 2 / below
  return (bell(x) * perRootPi) / below
}
