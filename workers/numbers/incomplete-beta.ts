import { exp } from './exp.ts'
import { log } from './log.ts'
import { logBeta } from './log-gamma.ts'

const enough = 2.220446049250313e-16
const mostTerms = 20_000
/** Replacement for a zero of the continued fraction, which would be divided by. */
const nothing = 1e-300

/**
 * Return the regularised incomplete beta function I_x(a, b) for a, b > 0, to 13 digits. Both `x` and `y` = 1 - x are
 * arguments, so that neither loses digits when the other is near 1.
 *
 * Continued fraction of the NIST Digital Library of Mathematical Functions 8.17.22, on the side on
 * which it converges fast, by the modified method of Lentz (I. J. Thompson and A. R. Barnett,
 * "Coulomb and Bessel functions of complex arguments and order", J. Comput. Phys. 64 (1986)).
 */
export function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (!(x >= 0 && y >= 0)) return Number.NaN
  if (x === 0) return 0
  if (y === 0) return 1
  return x < (a + 1) / (a + b + 2) ? nearSide(x, y, a, b) : 1 - nearSide(y, x, b, a)
}

/** ln B(a, b) of the last a and b: a plate's wells are judged one after the other by the same distribution. */
const last = { a: Number.NaN, b: Number.NaN, logBeta: Number.NaN }

function nearSide(x: number, y: number, a: number, b: number): number {
  if (last.a !== a || last.b !== b) Object.assign(last, { a, b, logBeta: logBeta(a, b) })
  const front = exp(a * log(x) + b * log(y) - last.logBeta) / a
  return front / betaFraction(x, a, b)
}

/** Evaluate 1 + d1/(1 + d2/(1 + ...)). */
function betaFraction(x: number, a: number, b: number): number {
  let value = 1
  let upper = 1
  let lower = 0
  for (let n = 1; n < mostTerms; n++) {
    const m = Math.floor(n / 2)
    const top = n % 2 === 0 ? m * (b - m) : -(a + m) * (a + b + m)
    const term = (top * x) / ((a + n - 1) * (a + n))
    lower = 1 / awayFromZero(1 + term * lower)
    upper = awayFromZero(1 + term / upper)
    value *= upper * lower
    if (Math.abs(upper * lower - 1) < enough) break
  }
  return value
}

function awayFromZero(x: number): number {
  return Math.abs(x) < nothing ? nothing : x
}
