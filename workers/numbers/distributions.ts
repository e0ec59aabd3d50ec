import { erfc } from './error-function.ts'
import { exp } from './exp.ts'
import { incompleteBeta } from './incomplete-beta.ts'
import { incompleteGamma } from './incomplete-gamma.ts'
import { log } from './log.ts'
import { logBeta } from './log-gamma.ts'

const rootHalf = 0.7071067811865476
const perRootTwoPi = 0.3989422804014327

/** Return the probability that a standard normal value is at most `z`. */
export function normalCdf(z: number): number {
  return erfc(-z * rootHalf) / 2
}

/**
 * Return the standard normal value with the probability `p` below it; -Infinity for 0, Infinity for 1.
 *
 * C. Hastings' approximation (M. Abramowitz and I. A. Stegun, 26.2.23), then three steps of Halley's
 * method, each of which triples the digits.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : Number.NaN
  if (p === 0.5) return 0
  if (p > 0.5) return -normalQuantile(1 - p)
  const t = Math.sqrt(-2 * log(p))
  const top = 2.515517 + t * (0.802853 + t * 0.010328)
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  let z = top / bottom - t
  for (let i = 0; i < 3; i++) {
    const density = perRootTwoPi * exp(-0.5 * z * z)
    const step = (normalCdf(z) - p) / density
    z -= step / (1 + 0.5 * z * step)
  }
  return z
}

/** Return the probability that Student's t with `freedom` degrees of freedom exceeds `t`. */
export function studentTail(t: number, freedom: number): number {
  if (t < 0) return 1 - studentTail(-t, freedom)
  return incompleteBeta(...studentParts(t, freedom), freedom / 2, 0.5) / 2
}

/** Return the probability that Student's t with `freedom` degrees of freedom is at most `t`. */
export function studentCdf(t: number, freedom: number): number {
  return studentTail(-t, freedom)
}

/** Return the probability that Student's t is between -t and t. */
function studentCentre(t: number, freedom: number): number {
  const [x, y] = studentParts(t, freedom)
  return incompleteBeta(y, x, 0.5, freedom / 2)
}

/** Return freedom / (freedom + t^2) and the rest to 1. */
function studentParts(t: number, freedom: number): [number, number] {
  if (t * t === Infinity) return [0, 1]
  const sum = freedom + t * t
  return [freedom / sum, (t * t) / sum]
}

/**
 * Return the value that Student's t with `freedom` > 0 degrees of freedom does not exceed with the probability `p`:
 * studentQuantile(0.975, n - 2) spans a 95 % confidence interval.
 */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p > 0 && p < 1 && freedom > 0)) {
    return p === 0 ? -Infinity : p === 1 ? Infinity : Number.NaN
  }
  if (p === 0.5) return 0
  return p < 0.5 ? -studentAbove(p, freedom) : studentAbove(1 - p, freedom)
}

/**
 * Return the t > 0 that is exceeded with the probability `tail` < 1/2: Newton's method on ln(t), where the logarithms
 * of tail and centre are almost straight, kept within a bracket that every step narrows.
 */
function studentAbove(tail: number, freedom: number): number {
  const byCentre = tail > 0.25
  const goal = log(byCentre ? 1 - 2 * tail : tail)
  const constant = -logBeta(freedom / 2, 0.5) - 0.5 * log(freedom)
  let [low, high] = [-800, 800]
  let u = log(Math.abs(normalQuantile(tail)))
  for (let i = 0; i < 200; i++) {
    const t = exp(u)
    const share = byCentre ? studentCentre(t, freedom) : studentTail(t, freedom)
    const excess = log(share) - goal
    if (excess > 0 === byCentre) high = u
    else low = u
    const density = exp(constant - ((freedom + 1) / 2) * log(1 + (t * t) / freedom))
    const slope = ((byCentre ? 2 : -1) * density * t) / share
    let next = u - excess / slope
    if (!(next > low && next < high)) next = (low + high) / 2
    if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) return exp(next)
    u = next
  }
  return exp(u)
}

/** Return the probability that F with `upper` and `lower` degrees of freedom exceeds `f`. */
export function fTail(f: number, upper: number, lower: number): number {
  if (f <= 0) return 1
  if (f === Infinity) return 0
  const sum = upper * f + lower
  return incompleteBeta(lower / sum, (upper * f) / sum, lower / 2, upper / 2)
}

/** Return the probability that F with `upper` and `lower` degrees of freedom is at most `f`. */
export function fCdf(f: number, upper: number, lower: number): number {
  if (f <= 0) return 0
  if (f === Infinity) return 1
  const sum = upper * f + lower
  return incompleteBeta((upper * f) / sum, lower / sum, upper / 2, lower / 2)
}

/** Return the probability that chi-square with `freedom` degrees of freedom is at most `x`. */
export function chiSquareCdf(x: number, freedom: number): number {
  return x <= 0 ? 0 : incompleteGamma(freedom / 2, x / 2).lower
}

/** Return the probability that chi-square with `freedom` degrees of freedom exceeds `x`. */
export function chiSquareTail(x: number, freedom: number): number {
  return x <= 0 ? 1 : incompleteGamma(freedom / 2, x / 2).upper
}
