import { logarithms, reciprocals } from './log-table.ts'
import { lost, multiply } from './lost-part.ts'
import { powerOfTwo } from './powers-of-two.ts'

/** ln(2) in two parts; the first is a multiple of 2^-42, so that its product with an exponent is exact. */
const ln2 = 0.6931471805598903
const ln2Lost = 5.497923018708371e-14
/** 1/ln(2) and 1/ln(10) in two parts. */
const perLn2 = 1.4426950408889634
const perLn2Lost = 2.0355273740931033e-17
const perLn10 = 0.4342944819032518
const perLn10Lost = 1.098319650216765e-17

/** Adding and taking away 1.5 * 2^31 rounds to a multiple of 2^-21, 1.5 * 2^19 to one of 2^-33. */
const coarse = 3221225472
const fine = 786432

/** High word of the double, just above 0.707, at which the first interval of the table begins. */
const firstHigh = 0x3fe6a000
const smallestNormal = 2.2250738585072014e-308
const twoTo54 = 18014398509481984

const double = new Float64Array([1])
const words = new Int32Array(double.buffer)
/** Index of the half of a double with its exponent: machines differ in their byte order. */
const high = words[1] === 0 ? 0 : 1

/** Results of `reduce` besides r: whole, wholeLost and rLost. */
const reduced = new Float64Array(3)

/**
 * Cut a finite x > 0 into 2^k * m with 0.707 <= m < 1.414 and take the table's c near m, so that
 * ln(x) = k ln(2) + ln(c) + ln(1 + r) with r = m/c - 1, |r| < 2^-6.9, without any rounding: 1/c has
 * so few digits that the products with the halves of m are exact. Returns r.
 */
function reduce(x: number): number {
  const tiny = x < smallestNormal
  const normal = tiny ? x * twoTo54 : x
  double[0] = normal
  const place = words[high]! - firstHigh
  const exponent = place >> 20
  const j = (place >> 14) & 63
  const m = normal * powerOfTwo(0 - exponent)
  const k = tiny ? exponent - 54 : exponent
  const head = m + coarse - coarse
  const reciprocal = reciprocals[j]!
  const rHead = head * reciprocal - 1
  const rTail = (m - head) * reciprocal
  const r = rHead + rTail
  reduced[0] = k * ln2 + logarithms[2 * j]!
  reduced[1] = k * ln2Lost + logarithms[2 * j + 1]!
  reduced[2] = rHead - r + rTail
  return r
}

/** Return the logarithm of 0, Infinity, a negative number or NaN. */
function logOfOutsider(x: number): number {
  if (x === 0) return -Infinity
  return x === Infinity ? Infinity : Number.NaN
}

/**
 * Return the natural logarithm, the same bits in every engine, within 0.52 ulp; -Infinity for 0, NaN for a negative
 * number or NaN.
 *
 * Reduction by a table of short reciprocals, then the series of ln(1 + r).
 * P. T. P. Tang, "Table-driven implementation of the logarithm function in IEEE floating-point
 * arithmetic", ACM TOMS 16 (1990); W.-F. Wong and E. Goto, "Fast hardware-based algorithms for
 * elementary function computations using rectangular multipliers", IEEE Trans. Comput. 43 (1994).
 */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfOutsider(x)
  // Do the work of `reduce` in variables, which is faster than in an array.
  const tiny = x < smallestNormal
  const normal = tiny ? x * twoTo54 : x
  double[0] = normal
  const place = words[high]! - firstHigh
  const exponent = place >> 20
  const j = (place >> 14) & 63
  const m = normal * powerOfTwo(0 - exponent)
  const k = tiny ? exponent - 54 : exponent
  const head = m + coarse - coarse
  const reciprocal = reciprocals[j]!
  const rHead = head * reciprocal - 1
  const rTail = (m - head) * reciprocal
  const r = rHead + rTail
  const whole = k * ln2 + logarithms[2 * j]!
  const rest = k * ln2Lost + logarithms[2 * j + 1]! + (rHead - r + rTail)
  const squared = r * r
  const series =
    squared *
    (r * (1 / 3) -
      0.5 +
      squared *
        (r * (1 / 5) - 1 / 4 + squared * (r * (1 / 7) - 1 / 6 + squared * (r * (1 / 9) - 1 / 8))))
  const sum = whole + r
  return sum + (whole - sum + r + (rest + series))
}

/**
 * Write the natural logarithm of each of the first `count` values in its place, to the bits of `log`. Written out: engines
 * put a double that a function gives back on the heap unless they inline it, which they do not in every loop.
 */
export function logInPlace(values: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const x = values[i]!
    if (!(x > 0 && x < Infinity)) {
      values[i] = logOfOutsider(x)
      continue
    }
    const tiny = x < smallestNormal
    const normal = tiny ? x * twoTo54 : x
    double[0] = normal
    const place = words[high]! - firstHigh
    const exponent = place >> 20
    const j = (place >> 14) & 63
    const m = normal * powerOfTwo(0 - exponent)
    const k = tiny ? exponent - 54 : exponent
    const head = m + coarse - coarse
    const reciprocal = reciprocals[j]!
    const rHead = head * reciprocal - 1
    const rTail = (m - head) * reciprocal
    const r = rHead + rTail
    const whole = k * ln2 + logarithms[2 * j]!
    const rest = k * ln2Lost + logarithms[2 * j + 1]! + (rHead - r + rTail)
    const squared = r * r
    const series =
      squared *
      (r * (1 / 3) -
        0.5 +
        squared *
          (r * (1 / 5) - 1 / 4 + squared * (r * (1 / 7) - 1 / 6 + squared * (r * (1 / 9) - 1 / 8))))
    const sum = whole + r
    values[i] = sum + (whole - sum + r + (rest + series))
  }
}

/**
 * Return ln(1 + x) without the loss of adding 1 to a small x, within 2 ulp.
 *
 * One step of the derivative restores the part of 1 + x that was rounded off (W. Kahan's correction).
 */
export function log1p(x: number): number {
  const sum = 1 + x
  if (!(sum > 0 && sum < Infinity)) return logOfOutsider(sum)
  if (sum === 1) return x
  return log(sum) + (x - (sum - 1)) / sum
}

/** Return the natural logarithm of a finite x > 0 within 2^-66 of itself: the head, with the lost part in `lost[0]`. */
export function logInParts(x: number): number {
  const r = reduce(x)
  const whole = reduced[0]!
  const rLost = reduced[2]!
  const cut = r + fine - fine
  const halfSquare = 0.5 * cut * cut
  const halfSquareLost = 0.5 * (r - cut) * (r + cut) + r * rLost
  const squared = r * r
  const series =
    r *
    squared *
    (1 / 3 -
      r * (1 / 4) +
      squared *
        (1 / 5 - r * (1 / 6) + squared * (1 / 7 - r * (1 / 8) + squared * (1 / 9 - r * (1 / 10)))))
  const first = whole + r
  const second = first - halfSquare
  const sumLost = whole - first + r + (first - second - halfSquare)
  const rest = series + (reduced[1]! + (sumLost + (rLost - halfSquareLost)))
  const head = second + rest
  lost[0] = second - head + rest
  return head
}

/** Return the logarithm to the base 10, exact for powers of ten; otherwise as `log`. */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfOutsider(x)
  const head = logInParts(x)
  return multiply(head, lost[0]!, perLn10, perLn10Lost) + lost[0]!
}

/** Return the logarithm to the base 2, exact for powers of two; otherwise as `log`. */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfOutsider(x)
  const head = logInParts(x)
  return multiply(head, lost[0]!, perLn2, perLn2Lost) + lost[0]!
}
