import { rootsOfTwo } from './exp-table.ts'
import { powerOfTwo, scale } from './powers-of-two.ts'

/** ln(2)/32 in two parts; the first has 37 bits, so that its product with an integer is exact. */
const step = 0.021660849392446835
const stepLost = 5.145609244655338e-14
const stepsPerUnit = 46.16624130844683
/** Adding and taking away 1.5 * 2^52 rounds to the nearest integer in any IEEE-754 engine. */
const rounder = 6755399441055744

/** Beyond these there is nothing but Infinity and 0; up to them the scaling finds out by itself. */
const overflows = 710
const vanishes = -746

/**
 * Return e to the power of `x`, the same bits in every engine, within 0.56 ulp (0.8 where the result is subnormal).
 *
 * x = (32k + j) ln(2)/32 + r with |r| <= ln(2)/64, so that e^x = 2^k * 2^(j/32) * e^r: the second
 * factor from a table, the third from its series.
 * P. T. P. Tang, "Table-driven implementation of the exponential function in IEEE floating-point
 * arithmetic", ACM TOMS 15 (1989).
 */
export function exp(x: number): number {
  return expOfSum(x, 0)
}

/** Return e to the power of `x + lost`, a sum that no single double holds: |lost| is at most some ulps of x. */
export function expOfSum(x: number, lost: number): number {
  if (!(x < overflows)) return x >= overflows ? Infinity : Number.NaN
  if (x < vanishes) return 0
  const steps = x * stepsPerUnit + rounder - rounder
  const r = x - steps * step + (lost - steps * stepLost)
  const n = steps | 0
  const j = (n & 31) << 1
  const root = rootsOfTwo[j]!
  const squared = r * r
  const series =
    r +
    squared * (0.5 + r * (1 / 6)) +
    squared * squared * (1 / 24 + r * (1 / 120) + squared * (1 / 720))
  const value = root + (rootsOfTwo[j + 1]! + root * series)
  const k = n >> 5
  return k > -1022 && k < 1024 ? value * powerOfTwo(k) : scale(value, k)
}

/** Write e to the power of each of the first `count` values in its place, to the bits of `exp`; see `logInPlace`. */
export function expInPlace(values: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const x = values[i]!
    if (!(x < overflows)) {
      values[i] = x >= overflows ? Infinity : Number.NaN
      continue
    }
    if (x < vanishes) {
      values[i] = 0
      continue
    }
    const steps = x * stepsPerUnit + rounder - rounder
    const r = x - steps * step - steps * stepLost
    const n = steps | 0
    const j = (n & 31) << 1
    const root = rootsOfTwo[j]!
    const squared = r * r
    const series =
      r +
      squared * (0.5 + r * (1 / 6)) +
      squared * squared * (1 / 24 + r * (1 / 120) + squared * (1 / 720))
    const value = root + (rootsOfTwo[j + 1]! + root * series)
    const k = n >> 5
    values[i] = k > -1022 && k < 1024 ? value * powerOfTwo(k) : scale(value, k)
  }
}
