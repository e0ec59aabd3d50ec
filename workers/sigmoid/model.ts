import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'

/**
 * Parameters of the log-logistic growth curve over the cycle x,
 *
 *     F(x) = c + (d - c) / (1 + exp(b (ln x - ln e)))^f
 *
 * with the lower asymptote c, the upper asymptote d, the steepness b (below 0: c is where the curve
 * comes from, d where it goes), the position e in cycles and the asymmetry f. Five parameters (l5);
 * four (l4) when f is 1. Ritz & Spiess 2008, Bioinformatics 24:1549; Spiess et al. 2008, BMC
 * Bioinformatics 9:221.
 */
export interface SigmoidParameters {
  b: number
  c: number
  d: number
  e: number
  f: number
}

/** Exponent beyond which 1 + exp(t) is exp(t), and exp(t) not far from overflowing. */
export const farExponent = 600

/** Return ln(1 + z) for z >= 0 without the loss of digits that a small z brings. */
function logOnePlus(z: number): number {
  const u = 1 + z
  return u === 1 ? z : (log(u) * z) / (u - 1)
}

/** Return the part of the way from c to d, 0..1, at cycle x >= 0. */
export function risePart({ b, e, f }: SigmoidParameters, x: number): number {
  const t = b * (log(x) - log(e))
  return exp(-f * (t > farExponent ? t : logOnePlus(exp(t))))
}

/** Return the fluorescence of the curve at cycle x >= 0, in the curve's unit. */
export function evaluateSigmoid(at: SigmoidParameters, x: number): number {
  return at.c + (at.d - at.c) * risePart(at, x)
}
