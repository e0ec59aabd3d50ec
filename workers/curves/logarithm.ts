import { log10 } from '../numbers/log.ts'

/** Take log10 of a corrected curve for the log view; values that are not above zero become gaps. */
export function takeLogarithm(curve: Float64Array, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!
    out[i] = value > 0 ? log10(value) : Number.NaN
  }
  return out
}
