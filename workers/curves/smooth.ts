/**
 * Smooth by Savitzky-Golay: the value at the centre of a cubic fitted by least squares to `2 * half + 1` equally spaced
 * points (Savitzky & Golay, Anal Chem 1964;36:1627). Near an end or a gap (NaN) the window shrinks evenly, so that no
 * point is invented and gaps stay gaps.
 */
export function smooth(curve: Float64Array, half: number, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    const reach = evenReach(curve, i, half)
    if (reach < 2) {
      out[i] = curve[i]!
      continue
    }
    const weights = (known[reach] ??= weigh(reach))
    let sum = 0
    for (let k = 0; k < weights.length; k++) sum += weights[k]! * curve[i - reach + k]!
    out[i] = sum
  }
  return out
}

/** Weights by reach; a handful, and the same for every point but the outermost. */
const known: Float64Array[] = []

/** Return the centre weights, in closed form, for a quadratic or cubic over -reach..reach. */
function weigh(reach: number): Float64Array {
  const m2 = reach * (reach + 1)
  const scale = 3 / ((2 * reach + 1) * (4 * m2 - 3))
  return Float64Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const k = at - reach
    return scale * (3 * m2 - 1 - 5 * k * k)
  })
}

/** Return the half width of the largest symmetric window around `i`, up to `half`, without an end or a gap. */
function evenReach(curve: Float64Array, i: number, half: number): number {
  const limit = Math.min(half, i, curve.length - 1 - i)
  let reach = 0
  while (
    reach < limit &&
    Number.isFinite(curve[i - reach - 1]) &&
    Number.isFinite(curve[i + reach + 1])
  ) {
    reach++
  }
  return reach
}
