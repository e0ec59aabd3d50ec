/** Take-off of a curve; cycles are 1-based, NaN or 0 where there is none. */
export interface TakeOff {
  /**
   * TD0: cycle at which the third difference falls through zero next to the maximum of the second
   * one, in cycles with a fraction; NaN when it does not.
   */
  td0: number
  /** Last cycle before the steady rise to the maximum of the second difference. */
  ground: number
}

/**
 * Find TD0 of a curve without gaps: average the second difference over three cycles, find its maximum up to two cycles
 * past the steepest rise, and from just past that maximum follow the third difference back to where it last fell
 * through zero, with a straight line between two cycles. A constant added to the curve changes nothing.
 *
 * Untergasser, Ruijter, Benes, van den Hoff, BMC Bioinformatics 2021;22:398
 * (doi 10.1186/s12859-021-04306-1), as carried on in version 2 of RDML-Tools.
 * `second` is scratch of the curve's length and holds the averaged second difference afterwards.
 */
export function findTakeOff(curve: Float64Array, second: Float64Array): TakeOff {
  const cycles = curve.length
  averageSecondDifference(curve, second)
  const steepest = findSteepest(curve)
  let peak = cycles
  let most = 0
  for (let cycle = 3; cycle < steepest; cycle++) {
    if (second[cycle - 1]! > most) {
      most = second[cycle - 1]!
      peak = cycle
    }
  }
  if (peak + 2 >= cycles) peak = cycles
  let ground = peak
  while (ground > 3 && curve[ground - 2]! < curve[ground - 1]!) ground--
  const rises = peak < cycles && curve[peak - 1]! < curve[peak]!
  return { td0: findFall(second, ground, rises ? peak : peak - 1), ground }
}

/** Average the second difference over three cycles; NaN at the two cycles of either end. */
function averageSecondDifference(curve: Float64Array, out: Float64Array): void {
  out.fill(Number.NaN)
  for (let i = 2; i + 2 < curve.length; i++) {
    const before = curve[i]! - curve[i - 1]! - (curve[i - 1]! - curve[i - 2]!)
    const here = curve[i + 1]! - curve[i]! - (curve[i]! - curve[i - 1]!)
    const after = curve[i + 2]! - curve[i + 1]! - (curve[i + 1]! - curve[i]!)
    out[i] = (before + here + after) / 3
  }
}

/** Return the cycle before the largest step, two further where the curve rises on both sides of it. */
function findSteepest(curve: Float64Array): number {
  let steepest = 1
  for (let cycle = 2; cycle < curve.length; cycle++) {
    const step = curve[cycle]! - curve[cycle - 1]!
    if (step > curve[steepest]! - curve[steepest - 1]!) steepest = cycle
  }
  if (steepest > curve.length - 2) return curve.length
  const rises = curve[steepest + 1]! > curve[steepest]! && curve[steepest]! > curve[steepest - 1]!
  return rises ? steepest + 2 : steepest
}

/** Return the cycle at which the third difference last fell through zero between `from` and `to`. */
function findFall(second: Float64Array, from: number, to: number): number {
  for (let i = to - 1; i >= from; i--) {
    const here = second[i + 1]! - second[i]!
    const next = second[i + 2]! - second[i + 1]!
    if (here >= 0 && next < 0) return i + 1.5 + here / (here - next)
  }
  return Number.NaN
}
