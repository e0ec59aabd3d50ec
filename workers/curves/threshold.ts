import { countMeasured } from './readings.ts'

/** Classic factor of an automatic threshold: ten standard deviations of the baseline. */
const noiseFactor = 10

/**
 * Find the automatic threshold of a target: `factor` times the median baseline noise of its wells. The median keeps one
 * noisy well from lifting the threshold of all. NaN when no well has a noise.
 */
export function findThreshold(noises: Float64Array, factor = noiseFactor): number {
  const known = noises.filter((noise) => noise > 0).sort()
  if (known.length === 0) return Number.NaN
  const middle = known.length >> 1
  const median = known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2
  return factor * median
}

/**
 * Find Cq: the cycle (1-based, fractional) of the last upward crossing of the threshold by a corrected curve, NaN when
 * it does not cross. Between the two cycles it is read from a cubic fitted by least squares to six cycles, three on
 * each side where they exist. Against a vendor's Cq at its own threshold this is closer than a straight line (which
 * reads early, because the curve is convex), than a line through the logarithms (which reads late) and than splines,
 * which pass on the noise of every point. A straight line is used if the six cycles have a gap, or the cubic does not
 * rise through the threshold near the crossing.
 */
export function findCq(curve: Float64Array, threshold: number): number {
  const upper = findUpwardCrossing(curve, threshold)
  if (upper < 0) return Number.NaN
  let lower = upper - 1
  while (curve[lower] !== curve[lower]) lower--
  const low = curve[lower]!
  const straight = lower + ((threshold - low) / (curve[upper]! - low)) * (upper - lower)
  const from = Math.max(0, Math.min(lower - 2, countMeasured(curve) - 6))
  const cubic = readCubic(curve, from, threshold, straight)
  return 1 + (cubic === cubic ? cubic : straight)
}

/** Count the missing cycles between the two readings around the crossing of the threshold; 0 for none. */
export function countGap(curve: Float64Array, threshold: number): number {
  const upper = findUpwardCrossing(curve, threshold)
  if (upper < 0) return 0
  let lower = upper - 1
  while (curve[lower] !== curve[lower]) lower--
  return upper - lower - 1
}

/** Index of the last point at or above the threshold whose measured predecessor is below, or -1. */
export function findUpwardCrossing(curve: Float64Array, threshold: number): number {
  let above = -1
  for (let i = curve.length - 1; i >= 0; i--) {
    const value = curve[i]!
    if (value >= threshold) above = i
    else if (value < threshold) {
      if (above >= 0) return above
    }
  }
  return -1
}

/** Sums over the six positions -2.5 .. 2.5 of x^2, x^4, x^6, each pair counted once. */
const s2 = 8.75
const s4 = 44.1875
const s6 = 255.546875
const determinant = s2 * s6 - s4 * s4

/**
 * Index near `near` where the least-squares cubic over the six points from `from` meets the
 * threshold; NaN when there is none. With x counted from the middle of the six, even and odd
 * coefficients separate into two small closed forms.
 */
function readCubic(curve: Float64Array, from: number, threshold: number, near: number): number {
  // Let a missing or unmeasured point make the sums NaN, which solveNear hands on.
  const y0 = curve[from] ?? Number.NaN
  const y1 = curve[from + 1] ?? Number.NaN
  const y2 = curve[from + 2] ?? Number.NaN
  const y3 = curve[from + 3] ?? Number.NaN
  const y4 = curve[from + 4] ?? Number.NaN
  const y5 = curve[from + 5] ?? Number.NaN
  const even0 = (y3 + y2) / 2
  const even1 = (y4 + y1) / 2
  const even2 = (y5 + y0) / 2
  const c2 = (-8 * even0 - 2 * even1 + 10 * even2) / 56
  const c0 = (even0 + even1 + even2) / 3 - (c2 * 35) / 12
  const odd0 = (y3 - y2) / 2
  const odd1 = (y4 - y1) / 2
  const odd2 = (y5 - y0) / 2
  const first = 0.5 * odd0 + 1.5 * odd1 + 2.5 * odd2
  const third = 0.125 * odd0 + 3.375 * odd1 + 15.625 * odd2
  const c1 = (s6 * first - s4 * third) / determinant
  const c3 = (s2 * third - s4 * first) / determinant
  const middle = from + 2.5
  return solveNear(c0 - threshold, c1, c2, c3, near - middle) + middle
}

/** Find Newton's root of a cubic near `start`, NaN when it strays over a cycle or the cubic does not rise. */
function solveNear(c0: number, c1: number, c2: number, c3: number, start: number): number {
  let x = start
  for (let step = 0; step < 30; step++) {
    const slope = c1 + x * (2 * c2 + x * 3 * c3)
    if (!(slope > 0)) return Number.NaN
    const move = (c0 + x * (c1 + x * (c2 + x * c3))) / slope
    x -= move
    if (!(Math.abs(x - start) <= 1)) return Number.NaN
    if (Math.abs(move) < 1e-12) return x
  }
  return Number.NaN
}
