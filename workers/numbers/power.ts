import { expOfSum } from './exp.ts'
import { logInParts } from './log.ts'
import { lost, multiply } from './lost-part.ts'

/** From 2^53 on every double is an even integer. */
const allEven = 9007199254740992
/** |exponent| from which a base other than 1, which differs from 1 by 2^-53 or more, over- or underflows. */
const extreme = 1e20

/** Return 0 for an exponent that is no integer, 1 for an odd one, 2 for an even one. */
function parityOf(exponent: number): number {
  if (Math.floor(exponent) !== exponent) return 0
  if (Math.abs(exponent) >= allEven) return 2
  return exponent - 2 * Math.floor(exponent / 2) === 0 ? 2 : 1
}

/** Return the power of a finite base > 0 to a finite exponent. */
function raise(base: number, exponent: number): number {
  if (base === 1) return 1
  if (Math.abs(exponent) > extreme) return base > 1 === exponent > 0 ? Infinity : 0
  const logarithm = logInParts(base)
  const product = multiply(logarithm, lost[0]!, exponent, 0)
  return expOfSum(product, lost[0]!)
}

/** Return the size of the power of a base that is 0 or infinite to an exponent other than 0. */
function raiseEdge(base: number, exponent: number): number {
  return (base === 0) === exponent > 0 ? 0 : Infinity
}

/** Return the size of a power to an infinite exponent, for a size of the base other than 1. */
function raiseForever(size: number, exponent: number): number {
  return size > 1 === exponent > 0 ? Infinity : 0
}

/**
 * Return `base` to the power of `exponent`, the same bits in every engine, within 0.56 ulp; a power without size or
 * real value follows ECMAScript's Math.pow (NaN for 1 to the power of Infinity).
 *
 * exp(exponent * ln(base)) with the logarithm and the product held to 2^-66.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 0) return 1
  if (exponent === 2) return base * base
  if (base > 0 && base < Infinity && exponent > -Infinity && exponent < Infinity) {
    return raise(base, exponent)
  }
  if (base !== base || exponent !== exponent) return Number.NaN
  const size = Math.abs(base)
  if (Math.abs(exponent) === Infinity) {
    return size === 1 ? Number.NaN : raiseForever(size, exponent)
  }
  const edge = size === 0 || size === Infinity
  const parity = parityOf(exponent)
  if (!edge && parity === 0) return Number.NaN
  const value = edge ? raiseEdge(size, exponent) : raise(size, exponent)
  const negative = base < 0 || (base === 0 && 1 / base < 0)
  return parity === 1 && negative ? -value : value
}
