import { log, log1p } from './log.ts'

const halfLogTwoPi = 0.9189385332046728
/** From here on Stirling's series with six terms is right to the last digits. */
const large = 10

/**
 * Return the remainder of ln(Gamma(x)) over Stirling's (x - 1/2) ln(x) - x + ln(2 pi)/2, for x >= 10: the Bernoulli
 * series (NIST Digital Library of Mathematical Functions 5.11.1).
 */
function stirlingRest(x: number): number {
  const t = 1 / (x * x)
  const series =
    1 / 12 -
    t * (1 / 360 - t * (1 / 1260 - t * (1 / 1680 - t * (1 / 1188 - t * (691 / 360360 - t / 156)))))
  return series / x
}

/** Return the natural logarithm of the gamma function for x > 0, to 14 digits of the larger of itself and 1. */
export function logGamma(x: number): number {
  let product = 1
  let shifted = x
  for (; shifted < large; shifted++) product *= shifted
  const stirling = (shifted - 0.5) * log(shifted) - shifted + halfLogTwoPi + stirlingRest(shifted)
  return stirling - log(product)
}

/**
 * Return the natural logarithm of the beta function B(a, b) for a, b > 0. Large arguments go through Stirling's rests,
 * so that the difference of two long logarithms is never taken. A. R. DiDonato and A. H. Morris, "Algorithm 708", ACM
 * TOMS 18 (1992).
 */
export function logBeta(a: number, b: number): number {
  const [small, big] = a < b ? [a, b] : [b, a]
  if (big < large) return logGamma(small) + logGamma(big) - logGamma(small + big)
  const rests = stirlingRest(big) - stirlingRest(small + big)
  const bigPart = -(big - 0.5) * log1p(small / big)
  if (small < large) {
    return logGamma(small) + rests + bigPart + small - small * log(small + big)
  }
  const smallPart = (small - 0.5) * log(small / (small + big))
  return halfLogTwoPi + stirlingRest(small) + rests + bigPart + smallPart - 0.5 * log(small + big)
}
